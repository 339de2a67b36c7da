import { categories, routes } from '../support/routes'
import { courses } from '../support/shop'
import { expect, open, test } from '../support/test'

test('R3: an unknown address inside the running site is replaced by the home page', async ({ page }) => {
  await open(page, '/about')
  await page.evaluate(() => {
    history.pushState(null, '', '/nowhere')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Our Services' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('R53, R61: the listing has all 27 courses with their prices, a category its own; any other category shows all', async ({
    page,
  }) => {
    const unknown = ['', 'nonsense', 'FOOD', '__proto__'].map((category) => `/courses?category=${category}`)
    const own = categories.map((address) => `${address}&type=food&utm_source=test`)
    for (const address of ['/courses', ...own, ...unknown]) {
      const listed = courses.filter(
        ({ category }) => !own.includes(address) || address.includes(`?category=${category}&`),
      )
      await page.goto(address)
      await expect(page.getByText(`${listed.length} courses found`), address).toBeVisible()
      const cards = page.locator('main li:has(form)')
      await expect(cards.getByRole('heading'), address).toHaveText(listed.map(({ title }) => title))
      await expect(cards.getByRole('strong'), address).toHaveText(listed.map(({ price }) => `£${price}.00`))
    }
    await expect(page.getByRole('heading', { level: 2, name: 'Available Courses' })).toBeVisible()
  })

  test('R20, R52, P3: every page can be read; menus, filters and the cart say what they can', async ({ page }) => {
    const shown = ['/about', '/courses/citb-ssp', '/blog/1', '/checkout']
    for (const { path, heading } of routes.filter(({ path }) => shown.includes(path))) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading }), path).toBeVisible()
    }
    await page.goto('/')
    const bar = page.getByRole('navigation', { name: 'Main' })
    await bar.getByText('Courses', { exact: true }).click()
    await bar.getByRole('link', { name: 'Food Safety', exact: true }).click()
    await expect(page.getByText('3 courses found')).toBeVisible()
    await page.getByRole('link', { name: 'Management', exact: true }).click()
    await expect(page.getByText('2 courses found')).toBeVisible()
    for (const path of ['/', '/courses', '/courses/citb-ssp', '/cart']) {
      await page.goto(path)
      await expect(page.getByText(/need(s)? JavaScript/), path).toBeVisible()
    }
    await expect(page.getByText('Your Cart is Empty')).toHaveCount(0)
  })
})
