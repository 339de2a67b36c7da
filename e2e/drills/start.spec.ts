import type { Page } from '@playwright/test'
import { drillsOf, entryOf, type FailingLine, type Failure, scriptOf, drill as test } from '../support/drill'
import { collectRequests, isBadNews } from '../support/reports'
import { addToCart, expectBadge } from '../support/shop'
import { expect, hold, hydrated } from '../support/test'

const BACK_MS = 5_000
const failures: Failure[] = ['answers 404', 'breaks off', 'hangs', 'is truncated']
const notice = (page: Page) => page.getByRole('status').filter({ hasText: /still being loaded/ })

/** Advances the page's own clock, so nothing depends on the machine's speed. */
async function openBroken(page: Page, line: FailingLine, file: RegExp, failure: Failure): Promise<void> {
  await page.clock.install()
  line.break(file, failure)
  const asked = page.waitForRequest(file)
  await page.goto('/courses')
  await page.clock.runFor(200)
  await asked
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000)
      return notice(page).count()
    })
    .toBe(1)
}

for (const [failure, script] of drillsOf(failures, ['vendor', 'main', 'bootstrap'])) {
  test(`${script} ${failure}: the page is read, comes alive within five seconds, and does what was pressed before`, async ({
    page,
    line,
  }) => {
    const reports = collectRequests(page, isBadNews)
    await openBroken(page, line, scriptOf(script), failure)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('27 courses found')).toBeVisible()
    await addToCart(page, 'Manual Handling')
    await page.clock.runFor(10_000)
    expect(reports).toHaveLength(1)

    line.repair()
    await page.clock.runFor(BACK_MS)
    await expect.poll(() => notice(page).count()).toBe(0)
    await page.clock.resume()
    await hydrated(page)
    await expectBadge(page, 1)
    await addToCart(page, 'First Aid at Work')
    await expectBadge(page, 2)
    expect(reports).toHaveLength(1)
  })
}

test('R67: Add to Cart pressed before any script has run still puts the course into the cart', async ({ page }) => {
  const arrive = await hold(page, entryOf('catalog'))
  await page.goto('/courses', { waitUntil: 'commit' })
  await addToCart(page, 'Manual Handling')
  await addToCart(page, 'First Aid at Work')
  await expectBadge(page, 0)
  arrive()
  await expectBadge(page, 2)
})

test('R55: a filter is a plain link before any script has run, and when a start script does not come', async ({
  page,
  line,
}) => {
  line.break(scriptOf('main'), 'answers 404')
  await page.goto('/courses', { waitUntil: 'commit' })
  for (const [name, address, count] of [
    ['Food Safety', '/courses?category=food', 3],
    ['Management', '/courses?category=management', 2],
  ] as const) {
    await page.getByRole('navigation', { name: 'Course categories' }).getByRole('link', { name }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByText(`${count} courses found`)).toBeVisible()
    await expect(notice(page)).toHaveCount(1)
  }
  line.repair()
  await hydrated(page)
  await expect(page.getByText('2 courses found')).toBeVisible()
})
