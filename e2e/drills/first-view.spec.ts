import type { Page } from '@playwright/test'
import { allFailures, chunkErrorReport, drillsOf, entryOf, remotes, scriptOf, drill as test } from '../support/drill'
import { collectRequests, isBadNews } from '../support/reports'
import { expectFrame } from '../support/routes'
import { cartIcon } from '../support/shop'
import { expect, hydrated } from '../support/test'

const mainHtml = (page: Page) => page.locator('main > [data-boundary]').evaluate((part) => part.innerHTML)

for (const [failure, { name, path, heading }] of drillsOf(allFailures, remotes)) {
  test(`the entry of ${name} ${failure} on the first view: the page stays readable and its links lead on`, async ({
    page,
    line,
  }) => {
    line.break(entryOf(name), failure)
    const failed = failure === 'hangs' ? page.waitForRequest(entryOf(name)) : chunkErrorReport(page)
    await page.goto(path)
    const before = await mainHtml(page)
    await failed
    await expect(cartIcon(page)).toHaveAttribute('aria-expanded', 'false')
    await expectFrame(page)
    await cartIcon(page).click()
    await expect(page.getByRole('dialog', { name: 'Quick Checkout' })).toBeVisible()
    expect(await mainHtml(page)).toBe(before)
    expect(await page.evaluate(() => 'isChanged' in window), 'a changed entry is never run').toBe(false)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
  })
}

for (const [what, file, failure] of [
  ['an entry', entryOf('catalog'), 'answers 500'],
  ['the script of a page', scriptOf('courses-page'), 'answers 404'],
] as const) {
  test(`${what} ${failure} on the first view: the page stays readable and comes alive by itself`, async ({
    page,
    line,
  }) => {
    line.break(file, failure)
    const reported = chunkErrorReport(page)
    await page.goto('/courses?category=food')
    await reported
    await expect(page.getByText('3 courses found')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /still being loaded/ })).toHaveCount(1)
    line.repair()
    await hydrated(page)
    await expect(page.getByText('3 courses found')).toBeVisible()
  })
}

test('a part that keeps failing is asked for ever more rarely and reported once; a page left behind asks for nothing', async ({
  page,
  line,
}) => {
  await page.clock.install()
  line.break(entryOf('catalog'), 'answers 500')
  const asked = collectRequests(page, (request) => entryOf('catalog').test(request.url()))
  const reported = collectRequests(page, isBadNews)
  const failed = chunkErrorReport(page)
  await page.goto('/courses')
  await failed
  // Pauses of 1, 2, 4, 8, 16 and 30 s: at most seven requests in 61 s.
  for (let second = 0; second < 61; second++) await page.clock.runFor(1000)
  expect(asked.length).toBeLessThanOrEqual(7)
  await expect.poll(async () => page.clock.runFor(30_000).then(() => asked.length)).toBeGreaterThanOrEqual(5)
  expect(reported).toHaveLength(1)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
  // Pictures of the previous page may still arrive.
  const later = collectRequests(page, (request) => request.resourceType() !== 'image')
  await page.clock.fastForward('01:00:00')
  expect(later.map((request) => request.url())).toEqual([])
})
