import { expect, open, test } from '../support/test'

test('a post is printed without the ways around the site', async ({ page }) => {
  await open(page, '/blog/1')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  for (const furniture of [
    page.getByRole('link', { name: 'Skip to main content' }),
    page.locator('nav, aside').filter({ visible: true }),
    page.getByRole('link', { name: /Chat with us/ }),
  ]) {
    await expect(furniture).toBeHidden()
  }
  await expect(page.getByRole('contentinfo').getByText('020 7946 0123')).toBeVisible()
})

test('R91: of an open policy the whole text is printed, and nothing of the page behind it', async ({ page }) => {
  await open(page, '/policies')
  await page.getByRole('button', { name: 'View Full Policy: Privacy Policy' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Changes' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const isCut = await dialog.evaluate((it) => {
    const panel = it.firstElementChild
    return panel !== null && panel.scrollHeight > panel.clientHeight + 1
  })
  expect(isCut).toBe(false)
  await expect(page.getByRole('heading', { name: 'Quality Policy' })).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeHidden()
})
