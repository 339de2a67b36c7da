import type { Page } from '@playwright/test'
import {
  allFailures,
  drillsOf,
  entryOf,
  type FailingLine,
  type Failure,
  navigated,
  type Remote,
  remotes,
  scriptOf,
  drill as test,
} from '../support/drill'
import { countRequests } from '../support/reports'
import { expectFrame } from '../support/routes'
import { expect, open } from '../support/test'

const FALLBACK_MS = 4_000

const linkTo = (page: Page, { link }: Remote) => page.getByRole('link', { name: link, exact: true })
const failure = (page: Page) => page.getByRole('main').getByRole('alert')
const retry = (page: Page) => failure(page).getByRole('button', { name: /try again/i })

async function timeToFallback(page: Page, remote: Remote): Promise<number> {
  await page.evaluate(() => {
    const shown = new Promise<number>((resolve) => {
      new MutationObserver(() => {
        if (document.querySelector('main [role=alert]')) resolve(performance.now())
      }).observe(document.body, { childList: true, subtree: true })
    })
    const clicked = new Promise<number>((resolve) => {
      addEventListener('click', () => resolve(performance.now()), { capture: true, once: true })
    })
    Object.assign(window, { wait: Promise.all([clicked, shown]).then(([from, to]) => to - from) })
  })
  await linkTo(page, remote).click()
  return page.evaluate(() => Reflect.get(window, 'wait'))
}

async function expectFallback(page: Page): Promise<void> {
  await expect(failure(page).getByRole('heading', { level: 1 })).toBeVisible()
  await expect(failure(page).locator('a[href^="tel:"]')).toBeVisible()
  await expect(failure(page).locator('a[href^="mailto:"]')).toBeVisible()
  await expect(retry(page)).toBeVisible()
  await expectFrame(page)
}

async function expectPage(page: Page, { path, heading }: Remote): Promise<void> {
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(failure(page)).toHaveCount(0)
}

type Drill = { page: Page; line: FailingLine; remote: Remote; file: RegExp; failure: Failure }

async function runDrill({ page, line, remote, file, failure }: Drill): Promise<void> {
  await open(page, '/about')
  line.break(file, failure)
  const asked = countRequests(page, (request) => file.test(request.url()))
  expect(await timeToFallback(page, remote)).toBeLessThanOrEqual(FALLBACK_MS)
  await expectFallback(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
  await page.goBack()
  await expectFallback(page)
  // At each of two visits a hint, the script, and once more where the hint failed; with the preload on intent.
  expect(asked()).toBeLessThanOrEqual(8)
  line.repair()
  await retry(page).click()
  await expectPage(page, remote)
}

for (const [failure, remote] of drillsOf(allFailures, navigated)) {
  test(`R8, D-03: the entry of ${remote.name} ${failure} on a navigation: fallback, then Retry`, async ({
    page,
    line,
  }) => {
    await runDrill({ page, line, remote, file: entryOf(remote.name), failure })
  })
}

for (const failure of ['hangs', 'is truncated'] as const) {
  test(`R8, D-03: the script of a page ${failure} on a navigation: fallback, then Retry`, async ({ page, line }) => {
    await runDrill({ page, line, remote: remotes[0], file: scriptOf('safety-plus-page'), failure })
  })
}

test('R8, D-03: the styles of a page answer 404 on a navigation: fallback, then Retry', async ({ page, line }) => {
  const file = /safety-plus-page\.[0-9a-f]+\.css/
  await runDrill({ page, line, remote: remotes[0], file, failure: 'answers 404' })
})

test('while one remote is away, the pages of the others are as usual', async ({ page, line }) => {
  line.break(entryOf('content'), 'answers 500')
  await open(page, '/about')
  const [catalog, content] = remotes
  await linkTo(page, content).click()
  await expectFallback(page)
  await linkTo(page, catalog).click()
  await expectPage(page, catalog)
})

const parts = [
  { what: 'the entry of a remote', file: entryOf('catalog'), from: '/about', link: 'Our Courses' },
  { what: "the script of a remote's page", file: scriptOf('safety-plus-page'), from: '/about', link: 'Our Courses' },
  { what: "the script of a page of the shell's", file: scriptOf('about-page'), from: '/courses', link: 'About Us' },
]

for (const { what, file, from, link } of parts) {
  test(`R12: ${what} is given up after 120 seconds`, async ({ page, line }) => {
    await page.clock.install()
    await open(page, from)
    line.break(file, 'hangs')
    const asked = page.waitForRequest(file)
    await page.getByRole('contentinfo').getByRole('link', { name: link }).click()
    await asked
    const heading = page.getByRole('main').getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('This page is still loading')
    await page.clock.fastForward(100_000)
    await expect(heading).toHaveText('This page is still loading')
    await page.clock.fastForward(20_000)
    await expect(heading).toHaveText('This page could not be loaded')
  })
}
