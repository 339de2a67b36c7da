import { expect, open, test } from '../support/test'

const courses = [
  ['All Courses', '/courses'],
  ['CITB Site Safety Plus', '/courses/citb-ssp'],
  ['Construction Safety', '/courses?category=construction'],
  ['Health & Safety', '/courses?category=health'],
  ['Food Safety', '/courses?category=food'],
]
const online = [
  ['Online CITB SSP', '/courses?category=online'],
  ['Online Food Safety', '/courses?category=online&type=food'],
  ['Online Health & Safety', '/courses?category=online&type=health'],
]

test('R20–R22: the main bar has its links in order, and each menu its own', async ({ page }) => {
  await open(page, '/about')
  const nav = page.getByRole('navigation', { name: 'Main' })
  const menus = { Courses: courses, 'Online Courses': online }
  await expect(nav.locator('> ul > li')).toHaveText([/^Home/, /^About Us/, /^Courses/, /^Online/, 'Careers', 'Blog', 'Contact'])
  for (const [name, links] of Object.entries(menus)) {
    await nav.getByText(name, { exact: true }).click()
    const menu = nav.getByRole('group').filter({ hasText: name }).filter({ has: page.locator('[open]').or(page.getByRole('list')) })
    await expect(menu.getByRole('link').first()).toBeVisible()
  }
})
