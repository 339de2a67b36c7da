import { expect, type Locator, type Page } from '@playwright/test'

/** R61, D-17; prices in pounds. */
export const courses = [
  { id: 1, title: 'CITB Health & Safety Awareness', price: 99, category: 'construction' },
  { id: 2, title: 'CITB Site Supervisor Safety Training Scheme', price: 399, category: 'construction' },
  { id: 3, title: 'CITB Site Management Safety Training Scheme', price: 499, category: 'construction' },
  { id: 4, title: 'SMSTS Refresher', price: 299, category: 'construction' },
  { id: 5, title: 'IOSH Managing Safely', price: 449, category: 'health' },
  { id: 6, title: 'IOSH Working Safely', price: 299, category: 'health' },
  { id: 7, title: 'Level 3 Emergency First Aid', price: 199, category: 'health' },
  { id: 8, title: 'First Aid at Work', price: 299, category: 'health' },
  { id: 9, title: 'Level 2 Fire Marshall/Warden', price: 249, category: 'health' },
  { id: 10, title: 'Traffic Marshall/Banksman', price: 199, category: 'construction' },
  { id: 11, title: 'CSCS Green Card Level 1', price: 179, category: 'construction' },
  { id: 12, title: 'Asbestos Awareness', price: 149, category: 'construction' },
  { id: 13, title: 'COSHH Awareness', price: 149, category: 'health' },
  { id: 14, title: 'Manual Handling', price: 179, category: 'health' },
  { id: 15, title: 'Working at Heights', price: 249, category: 'construction' },
  { id: 16, title: 'Abrasive Wheels', price: 199, category: 'construction' },
  { id: 17, title: 'Online CITB SSP', price: 199, category: 'online' },
  { id: 18, title: 'Online Traffic Marshall', price: 149, category: 'online' },
  { id: 19, title: 'Online Fire Marshall', price: 179, category: 'online' },
  { id: 20, title: 'Safety Management Systems', price: 599, category: 'management' },
  { id: 21, title: 'Leadership in Safety', price: 499, category: 'management' },
  { id: 22, title: 'Level 1 Food Safety & Hygiene', price: 79, category: 'food' },
  { id: 23, title: 'Level 2 Food Safety & Hygiene', price: 95, category: 'food' },
  { id: 24, title: 'Level 3 Supervising Food Safety', price: 100, category: 'food' },
  { id: 25, title: 'Mental Health First Aid 1-Day', price: 95, category: 'mentalhealth' },
  { id: 26, title: 'Mental Health First Aid 2-Day', price: 150, category: 'mentalhealth' },
  { id: 27, title: 'Paediatric First Aid 2-Day', price: 150, category: 'paediatric' },
] as const

export type StoredLine = { id: number; title: string; duration: string; image: string; price: number; quantity: number }

export function storedLine(id: number, quantity = 1): StoredLine {
  const course = courses.find((it) => it.id === id)
  if (!course) throw new Error(`There is no course ${id}`)
  const { title, price } = course
  return { id, title, price, quantity, duration: '1 Day', image: `/images/courses/${id}.svg` }
}

export async function storeCart(page: Page, lines: readonly StoredLine[]): Promise<void> {
  await page.addInitScript((text) => {
    // Not in the frame of the map.
    if (window.top !== window || sessionStorage.getItem('cart was stored')) return
    sessionStorage.setItem('cart was stored', 'yes')
    localStorage.setItem('cart', text)
  }, JSON.stringify(lines))
}

export function readStoredCart(page: Page): Promise<unknown> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? 'null'))
}

export function cardOf(page: Page, title: string): Locator {
  const heading = page.getByRole('heading', { name: title, exact: true })
  return page.getByRole('main').getByRole('listitem').filter({ has: heading })
}

export async function addToCart(page: Page, title: string): Promise<void> {
  await cardOf(page, title).getByRole('button', { name: 'Add to Cart' }).click()
}

export const cartIcon = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /^Cart/ })

/** R24: the sum of quantities; no badge at zero. */
export async function expectBadge(page: Page, count: number): Promise<void> {
  const name = { 0: 'Cart', 1: 'Cart 1 item' }[count] ?? `Cart ${count} items`
  await expect(cartIcon(page)).toHaveAccessibleName(name)
}

export function rowOf(page: Page, title: string): Locator {
  const list = page.getByRole('list', { name: 'Courses in your cart' })
  return list.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
}
