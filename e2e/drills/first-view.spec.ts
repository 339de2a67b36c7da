import type { Page } from '@playwright/test'
import { allFaults, chunkErrorReport, entryOf, faultMessages, faults, remotes } from '../support/faults'
import { expectFrame } from '../support/frame'
import { cartIcon } from '../support/shop'
import { expect, hydrated, test } from '../support/test'

test.use({ expectedErrors: faultMessages })

const mainHtml = (page: Page) => page.locator('main > [data-boundary]').evaluate((part) => part.innerHTML)

for (const { name, path, heading } of remotes) {
  for (const fault of allFaults) {
    test(`the entry of ${name} ${fault} on the first view: the page stays readable and its links lead on`, async ({
      page,
    }) => {
      await page.route(entryOf(name), faults[fault])
      const failed = fault === 'hangs' ? page.waitForRequest(entryOf(name)) : chunkErrorReport(page)
      await page.goto(path)
      const before = await mainHtml(page)
      await failed
      await expect(cartIcon(page)).toHaveAttribute('aria-expanded', 'false')
      expect(await mainHtml(page)).toBe(before)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expectFrame(page)
      await cartIcon(page).click()
      await page.getByRole('dialog').getByRole('link', { name: 'Browse Courses' }).press('Escape')
      await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
    })
  }

  test(`the entry of ${name} comes back during the first view: the page comes alive by itself`, async ({ page }) => {
    await page.route(entryOf(name), faults['answers 500'])
    const reported = chunkErrorReport(page)
    await page.goto(path)
    await reported
    await expect(page.getByRole('status').filter({ hasText: /still being loaded/ })).toHaveCount(1)
    await page.unroute(entryOf(name))
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  })
}

test('D-03: a changed entry is never run', async ({ page }) => {
  await page.route(entryOf('catalog'), async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `globalThis.hacked = true;${await response.text()}` })
  })
  const reported = chunkErrorReport(page)
  await page.goto('/courses')
  await reported
  expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false)
})

test('the script of a page answers 404 on the first view: the page stays readable and comes alive later', async ({
  page,
}) => {
  const script = /courses-page\.[0-9a-f]+\.js$/
  await page.route(script, faults['answers 404'])
  const reported = chunkErrorReport(page)
  await page.goto('/courses?category=food')
  await reported
  await expect(page.getByText('3 courses found')).toBeVisible()
  await page.unroute(script)
  await hydrated(page)
  await expect(page.getByText('3 courses found')).toBeVisible()
})
