import type { Page } from '@playwright/test'
import { expect, open, test } from '../support/test'
import { headOf } from './head-of'

const footerLink = (name: string) => (page: Page) => page.getByRole('contentinfo').getByRole('link', { name })
const headerLink = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

/** One visit through pages of every package, by links that do not load a document. */
const tour: { path: string; link: (page: Page) => ReturnType<Page['getByRole']> }[] = [
  { path: '/about', link: footerLink('About Us') },
  { path: '/courses/citb-ssp', link: footerLink('Our Courses') },
  { path: '/courses', link: (page) => page.getByRole('main').getByRole('link', { name: 'all courses' }) },
  { path: '/courses?category=food', link: (page) => page.getByRole('main').getByText('Food Safety', { exact: true }) },
  { path: '/blog', link: headerLink('Blog') },
  {
    path: '/blog/2',
    link: (page) =>
      page
        .getByRole('main')
        .getByRole('link', { name: /first-aiders/ })
        .first(),
  },
  { path: '/careers', link: headerLink('Careers') },
  { path: '/policies', link: footerLink('Policies') },
]

test('the head follows each navigation, without a tag doubled or left behind', async ({ page, request }) => {
  await open(page, '/cart')
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  for (const { path, link } of tour) {
    await link(page).click()
    await expect(page).toHaveURL(path)
    const fromServer = headOf(await (await request.get(path)).text())
    await expect.poll(async () => headOf(await page.evaluate(() => document.head.outerHTML)), path).toEqual(fromServer)
  }
  expect(await page.evaluate(() => Object.hasOwn(window, 'isSameDocument'))).toBe(true)
})
