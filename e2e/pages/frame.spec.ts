import { routes } from '../support/routes'
import { expect, type Page, test } from '../support/test'

/** What stands around every page (R8), as a visitor sees it. */
async function expectFrame(page: Page): Promise<void> {
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: /Cart/ })).toBeVisible()
  await expect(header.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' })).toBeVisible()
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Our Courses' })).toHaveAttribute('href', '/courses/citb-ssp')
  await expect(footer).toContainText('not accredited by or associated with')
  await expect(footer).toContainText('2025')
  const chat = page.getByRole('link', { name: /chat/i }).last()
  await expect(chat).toBeVisible()
  await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+\?text=.*safety/)
}

for (const { path } of [...routes, { path: '/blog/no-such-post' }]) {
  test.describe(path, () => {
    test.use({ expectedErrors: path === '/blog/no-such-post' ? [/status of 404/] : [] })
    test(`R8: ${path} has header, footer and chat`, async ({ page }) => {
      await page.goto(path)
      await expectFrame(page)
    })
  })
}
