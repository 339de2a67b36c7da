import { expect, type Locator, type Page } from '@playwright/test'
import { courses } from './courses'

export type StoredLine = { id: number; title: string; duration: string; image: string; price: number; quantity: number }

/** A line as the site stores it. */
export function storedLine(id: number, quantity = 1): StoredLine {
  const course = courses.find((it) => it.id === id)
  if (!course) throw new Error(`There is no course ${id}`)
  const { title, price } = course
  return { id, title, price, quantity, duration: '1 Day', image: `/images/courses/${id}.svg` }
}

/** Puts a text under the key `cart` before the first page runs; later loads of the tab find what the site left. */
export async function storeCart(page: Page, value: readonly StoredLine[] | string): Promise<void> {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  await page.addInitScript((text) => {
    // The map of the contact page is a frame of another origin.
    if (window.top !== window || sessionStorage.getItem('cart was stored')) return
    sessionStorage.setItem('cart was stored', 'yes')
    localStorage.setItem('cart', text)
  }, text)
}

/** What the site has stored. */
export function readStoredCart(page: Page): Promise<unknown> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? 'null'))
}

/** The card of a course in the listing. */
export function cardOf(page: Page, title: string): Locator {
  const heading = page.getByRole('heading', { name: title, exact: true })
  return page.getByRole('main').getByRole('listitem').filter({ has: heading })
}

export async function addToCart(page: Page, title: string): Promise<void> {
  await cardOf(page, title).getByRole('button', { name: 'Add to Cart' }).click()
}

/** The cart icon of the header; its name carries the badge. */
export function cartIcon(page: Page): Locator {
  return page.getByRole('banner').getByRole('link', { name: /^Cart/ })
}

/** The badge shows the sum of the quantities and is not there at zero (R24). */
export async function expectBadge(page: Page, count: number): Promise<void> {
  const name = { 0: 'Cart', 1: 'Cart 1 item' }[count] ?? `Cart ${count} items`
  await expect(cartIcon(page)).toHaveAccessibleName(name)
}

/** The line of a course on the cart page. */
export function rowOf(page: Page, title: string): Locator {
  const list = page.getByRole('list', { name: 'Courses in your cart' })
  return list.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
}
