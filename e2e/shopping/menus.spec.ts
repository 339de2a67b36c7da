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

/** The links a visitor sees in the bar and the open menu: text and address. */
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

test('R30: a menu closes by its button, by Escape and by a click elsewhere', async ({ page }) => {
  await open(page, '/about')
  const link = bar(page).getByRole('link', { name: 'Construction Safety' })
  const close = {
    button: () => button(page, 'Courses').click(),
    escape: () => page.keyboard.press('Escape'),
    elsewhere: () => page.mouse.click(5, 600),
  }
  for (const [way, closeIt] of Object.entries(close)) {
    await button(page, 'Courses').click()
    await expect(link, way).toBeVisible()
    await closeIt()
    await expect(link, way).toBeHidden()
  }
})

test('R25, R30: a menu opens by key, and its link leads on, closes it and becomes the current one', async ({
  page,
}) => {
  await open(page, '/about')
  await expect(bar(page).getByRole('link', { name: 'About Us' })).toHaveAttribute('aria-current', 'page')
  await button(page, 'Courses').focus()
  await page.keyboard.press('Enter')
  const link = bar(page).getByRole('link', { name: 'Food Safety', exact: true })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/courses?category=food')
  await expect(page.getByText('3 courses found')).toBeVisible()
  await expect(link).toBeHidden()
  await button(page, 'Courses').click()
  await expect(link).toHaveAttribute('aria-current', 'page')
  await expect(bar(page).getByRole('link', { name: 'About Us' })).not.toHaveAttribute('aria-current')
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
