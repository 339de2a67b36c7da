import { expect, type Page } from '@playwright/test'

/** What stands around every page, as a visitor sees it (R8). */
export async function expectFrame(page: Page): Promise<void> {
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
