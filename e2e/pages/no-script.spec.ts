import { routes } from '../support/routes'
import { expect, test } from '../support/test'

test.use({ javaScriptEnabled: false })

for (const { path, heading } of routes) {
  test(`${path} can be read without scripts, and its links lead somewhere`, async ({ page, request }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    const hrefs = await page
      .locator('a[href^="/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(hrefs.length).toBeGreaterThan(10)
    for (const href of new Set(hrefs)) {
      const { status } = await request
        .get(href, { maxRedirects: 0 })
        .then((response) => ({ status: response.status() }))
      expect(status, href).toBe(200)
    }
  })
}

test('R20, R52: menus and filters work without scripts', async ({ page }) => {
  await page.goto('/')
  const bar = page.getByRole('navigation', { name: 'Main' })
  await bar.getByText('Courses', { exact: true }).click()
  await bar.getByRole('link', { name: 'Food Safety', exact: true }).click()
  await expect(page.getByText('3 courses found')).toBeVisible()
  await page.getByRole('link', { name: 'Management' }).click()
  await expect(page.getByText('2 courses found')).toBeVisible()
})

test('the cart says why it needs scripts, and how to book without', async ({ page }) => {
  await page.goto('/cart')
  await expect(page.getByText(/needs JavaScript/)).toBeVisible()
  await expect(page.getByText('Your Cart is Empty')).toHaveCount(0)
})
