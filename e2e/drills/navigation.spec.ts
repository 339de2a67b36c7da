import type { Page } from '@playwright/test'
import {
  allFailures,
  drillsOf,
  entryOf,
  type Failure,
  navigated,
  type Remote,
  remotes,
  scriptOf,
  drill as test,
} from '../support/drill'
import { collectRequests } from '../support/reports'
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

type Drill = [what: string, remote: Remote, file: RegExp, failure: Failure]
const entryDrill = (failure: Failure, it: Remote): Drill => [`the entry of ${it.name}`, it, entryOf(it.name), failure]
const drills = [
  ...drillsOf(allFailures, navigated).map((drill) => entryDrill(...drill)),
  ['the script of a page', remotes[0], scriptOf('safety-plus-page'), 'hangs'],
  ['the script of a page', remotes[0], scriptOf('safety-plus-page'), 'is truncated'],
  ['the style of a page', remotes[0], /safety-plus-page\.[0-9a-f]+\.css/, 'answers 404'],
] satisfies Drill[]
for (const [what, remote, file, failure] of drills) {
  test(`R8, D-03: ${what} ${failure} on a navigation: fallback, then Retry`, async ({ page, line }) => {
    await open(page, '/about')
    line.break(file, failure)
    const asked = collectRequests(page, (request) => file.test(request.url()))
    expect(await timeToFallback(page, remote)).toBeLessThanOrEqual(FALLBACK_MS)
    await expectFallback(page)
    // The pages of another remote are as usual.
    const other = remote === remotes[0] ? remotes[1] : remotes[0]
    await linkTo(page, other).click()
    await expectPage(page, other)
    await page.goBack()
    await expectFallback(page)
    // At each of two visits a hint, the script, and once more where the hint failed; with the preload on intent.
    expect(asked.length).toBeLessThanOrEqual(8)
    line.repair()
    await retry(page).click()
    await expectPage(page, remote)
  })
}

test('R12: a part that hangs is given up after 120 seconds: of the shell, of a remote, and a remote as a whole', async ({
  page,
  line,
}) => {
  await page.clock.install()
  await open(page, '/courses')
  const heading = page.getByRole('main').getByRole('heading', { level: 1 })
  for (const [file, link] of [
    [scriptOf('about-page'), 'About Us'],
    [scriptOf('safety-plus-page'), 'Our Courses'],
    [entryOf('content'), 'Policies'],
  ] as const) {
    line.break(file, 'hangs')
    const asked = page.waitForRequest(file)
    await page.getByRole('contentinfo').getByRole('link', { name: link }).click()
    await asked
    await expect.poll(() => page.clock.runFor(500).then(() => heading.textContent())).toBe('This page is still loading')
    await page.clock.fastForward(100_000)
    await expect(heading).toHaveText('This page is still loading')
    await page.clock.fastForward(20_000)
    await expect(heading).toHaveText('This page could not be loaded')
  }
})
