import type { Page } from '@playwright/test'
import { expect, open, test } from '../support/test'

const menus = {
  Courses: [
    ['All Courses', '/courses'],
    ['CITB Site Safety Plus', '/courses/citb-ssp'],
    ['Construction Safety', '/courses?category=construction'],
    ['Health & Safety', '/courses?category=health'],
    ['Food Safety', '/courses?category=food'],
  ],
  'Online Courses': [
    ['Online CITB SSP', '/courses?category=online'],
    ['Online Food Safety', '/courses?category=online&type=food'],
    ['Online Health & Safety', '/courses?category=online&type=health'],
  ],
}
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const button = (page: Page, menu: string) => bar(page).getByText(menu, { exact: true })

function linksOf(page: Page): Promise<(string | null)[][]> {
  const links = bar(page).getByRole('link')
  return links.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]))
}

function expectedLinks(...menu: string[][]): string[][] {
  const before = [
    ['Home', '/'],
    ['About Us', '/about'],
  ]
  const after = [
    ['Careers', '/careers'],
    ['Blog', '/blog'],
    ['Contact', '/contact'],
  ]
  return [...before, ...menu, ...after]
}

test('R20–R22, R30: the bar has its links in order, and one menu at a time opens', async ({ page }) => {
  await open(page, '/about')
  await expect.poll(() => linksOf(page)).toEqual(expectedLinks())
  for (const [name, links] of Object.entries(menus)) {
    await button(page, name).click()
    await expect.poll(() => linksOf(page)).toEqual(expectedLinks(...links))
  }
})

test('R17, R18: the contact bar is 48 px high, with phone, e-mail, hours and five social links', async ({ page }) => {
  await open(page, '/about')
  const bar = page.getByRole('banner').locator('> :first-child')
  expect((await bar.boundingBox())?.height).toBe(48)
  const main = page.getByRole('navigation', { name: 'Main' })
  expect((await main.boundingBox())?.y).toBeGreaterThanOrEqual(48)
  await page.mouse.wheel(0, 600)
  await expect(bar).not.toBeInViewport()
  await expect(main, 'the main bar stays').toBeInViewport({ ratio: 1 })
  await page.mouse.wheel(0, -600)
  await expect(bar).toBeInViewport()
  await expect(bar).toContainText('09:00 - 17:00')
  await expect(bar.locator('a[href^="tel:"]')).toBeVisible()
  await expect(bar.locator('a[href^="mailto:"]')).toBeVisible()
  await expect(bar.getByRole('list', { name: 'Social media' }).getByRole('link')).toHaveCount(5)
})
