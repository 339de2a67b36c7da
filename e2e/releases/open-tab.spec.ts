import { addToCart, expectBadge } from '../support/shop'
import { expect, open, test } from '../support/test'

const renamed = { everywhere: [{ from: '"Available Courses"', to: '"Courses on offer"' }] }
const about = 'About Us'

test('a tab opened before a release goes on to pages of it, and a new tab sees the release', async ({
  page,
  context,
  site,
}) => {
  const url = await site.start()
  await open(page, `${url}/about`)
  await site.release('catalog', '9.0.0', renamed)
  await expect
    .poll(async () => (await (await page.request.get(`${url}/courses`)).text()).includes('Courses on offer'))
    .toBe(true)
  await page.getByRole('navigation', { name: 'Main' }).getByText('Courses', { exact: true }).click()
  await page.getByRole('link', { name: 'All Courses' }).click()
  await expect(page.getByText('27 courses found')).toBeVisible()
  await addToCart(page, 'Manual Handling')
  await expectBadge(page, 1)
  const other = await context.newPage()
  await open(other, `${url}/courses`)
  await expect(other.getByRole('heading', { name: 'Courses on offer' })).toBeVisible()
  await expectBadge(other, 1)
})

test('a page open during a release keeps working: its own scripts and those of its next pages are still there', async ({
  page,
  site,
}) => {
  const url = await site.start()
  await open(page, `${url}/courses`)
  await site.release('catalog', '9.0.0', renamed)
  await site.release('shell', '9.0.0', { everywhere: [{ from: '"Quick Links"', to: '"Short cuts"' }] })
  await expect.poll(async () => (await (await page.request.get(url)).text()).includes('Short cuts')).toBe(true)
  await addToCart(page, 'Manual Handling')
  await expectBadge(page, 1)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Our Courses' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'CITB Site Safety Plus' })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: about }).click()
  await expect(page.getByRole('heading', { level: 1, name: about })).toBeVisible()
  await expect(page.getByText('Quick Links')).toBeVisible()
})
