import { readableText, textsOf } from '../support/html'
import { categories, routes } from '../support/routes'
import { courses } from '../support/shop'
import { expect, open, test } from '../support/test'

const courseTitles = (html: string) =>
  textsOf(html, 'h3').filter((title) => courses.some((course) => course.title === title))

test('R61: the HTML of the listing has all 27 courses with their prices, before any script', async ({ request }) => {
  const html = await (await request.get('/courses')).text()
  expect(courseTitles(html)).toEqual(courses.map(({ title }) => title))
  expect(textsOf(html, 'h2')).toContain('Available Courses')
  expect(readableText(html)).toContain('27 courses found')
  const cards = html.split('<h3').map((card) => readableText(`<body><h3${card}`))
  for (const { title, price } of courses) {
    const card = cards.find((text) => text.trim().startsWith(title))
    expect(card?.match(/£\d[\d,]*\.\d\d/)?.[0], title).toBe(`£${price}.00`)
  }
})

test('R53: the HTML of a category has its courses alone; any other category shows all', async ({ request }) => {
  for (const address of categories) {
    const own = courses.filter(({ category }) => address.endsWith(`=${category}`))
    const html = await (await request.get(`${address}&type=food&utm_source=test`)).text()
    expect(readableText(html)).toContain(`${own.length} courses found`)
    expect(courseTitles(html)).toEqual(own.map(({ title }) => title))
  }
  for (const category of ['', 'nonsense', 'FOOD', '__proto__']) {
    const html = await (await request.get(`/courses?category=${category}`)).text()
    expect(readableText(html), category).toContain('27 courses found')
  }
})

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
    await page.goto('/cart')
    await expect(page.getByText(/needs JavaScript/)).toBeVisible()
    await expect(page.getByText('Your Cart is Empty')).toHaveCount(0)
  })
})
