import type { Locator, Page } from '@playwright/test'
import { expect, hold, open, test } from '../support/test'

const labels = [
  'All Courses',
  'Construction Safety',
  'Health & Safety',
  'Food Safety',
  'Mental Health First Aid',
  'Paediatric First Aid',
  'Online Courses',
  'Management',
]
const filters = (page: Page): Locator => page.getByRole('navigation', { name: 'Course categories' }).getByRole('link')
const filter = (page: Page, name: string) => filters(page).filter({ hasText: name })

async function expectListing(page: Page, url: string, chosen: string, count: number): Promise<void> {
  await expect(page).toHaveURL(url)
  await expect(page.getByText(`${count} courses found`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toHaveCount(count)
  await expect(filter(page, chosen)).toHaveAttribute('aria-current', 'true')
}

test('R52–R55: a filter rewrites the address, and Back, Forward and the header restore filters', async ({ page }) => {
  const expectFood = () => expectListing(page, '/courses?category=food', 'Food Safety', 3)
  const expectManagement = () => expectListing(page, '/courses?category=management', 'Management', 2)
  await open(page, '/courses')
  await expect(filters(page)).toHaveText(labels)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await filter(page, 'Food Safety').click()
  await expectFood()
  await filter(page, 'Management').click()
  await expectManagement()
  await filter(page, 'All Courses').click()
  await expectListing(page, '/courses', 'All Courses', 27)
  await page.goBack()
  await expectManagement()
  await page.goBack()
  await expectFood()
  await page.goForward()
  await expectManagement()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByText('Online Courses', { exact: true }).click()
  await menu.getByRole('link', { name: 'Online CITB SSP' }).click()
  await expectListing(page, '/courses?category=online', 'Online Courses', 3)
  const title = await page.getByRole('heading', { level: 3 }).first().boundingBox()
  await page.mouse.click((title?.x ?? 0) + 9, (title?.y ?? 0) - 40)
  await expect(page, 'the picture leads to the details').toHaveURL('/courses/citb-ssp')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('R60: what was typed before the page came alive is searched for', async ({ page }) => {
  const release = await hold(page, '**/assets/catalog/**')
  await page.goto('/courses')
  await page.getByPlaceholder('Search courses...').fill('abrasive')
  await expect(page.getByText('27 courses found')).toBeVisible()
  release()
  await expect(page.getByText('1 courses found')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Abrasive Wheels' })).toBeVisible()
})

// A search and an order in the address were lost to a choice made before the page came alive.
test('R60: what was chosen before the page came alive joins what the address says', async ({ page }) => {
  const release = await hold(page, '**/assets/catalog/**')
  await page.goto('/courses?q=first&sort=price')
  await page.locator('select[name=level]').selectOption({ index: 1 })
  release()
  await expect(page).toHaveURL(/^(?=.*q=first)(?=.*sort=price)(?=.*level=)/)
})

test('a search typed just before a click on a link neither takes the visitor back nor goes along', async ({ page }) => {
  await page.clock.install()
  await open(page, '/courses')
  const release = await hold(page, '**/blog-page.*.js')
  await page.getByPlaceholder('Search courses...').fill('abrasive')
  await page.evaluate(() => document.querySelector<HTMLElement>('header a[href="/blog"]')?.click())
  await page.clock.runFor(1_500)
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
  await expect(page).toHaveURL('/blog')
})
