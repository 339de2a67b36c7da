import { expect, open, test } from '../support/test'

// The cards from the tenth on were missing in a picture of the whole listing: they were not laid out before they were near.
test('R57: the last course is laid out for a picture of the whole page', async ({ page }) => {
  await open(page, '/courses')
  await expect(page.locator('ul[data-whole]')).toBeAttached()
  const last = page.locator('main li:has(form)').last()
  expect(await last.evaluate((it) => getComputedStyle(it).contentVisibility)).toBe('visible')
  const price = last.getByText(/£/).first()
  expect(await price.evaluate((it) => it.checkVisibility({ contentVisibilityAuto: true }))).toBe(true)
})
