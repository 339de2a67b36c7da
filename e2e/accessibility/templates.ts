import type { Page } from '@playwright/test'
import { pages } from '../../scripts/lib/page-states.mjs'
import { storeCart, storedLine } from '../support/shop'
import { open } from '../support/test'

/** The address of every kind of page, and of those of a cart with something in it. */
export const templates: Readonly<Record<string, string>> = { ...pages, 'cart-filled': '/cart', checkout: '/checkout' }

/** What comes after the heading, once the cart has been read. */
const late: Readonly<Record<string, string>> = { 'cart-filled': 'main select', checkout: 'main form input' }

/** What is done once before a template is opened in a new tab: its clock can be moved, its cart is filled. */
export async function prepareTemplate(page: Page, name: string): Promise<void> {
  await page.clock.install()
  await page.addInitScript(() => {
    const types: string[] = []
    Object.assign(window, { listenerTypes: types })
    // React adds its listeners to the root and to the document, whatever a page uses.
    const isReacts = (target: unknown) => target === document || (target instanceof Element && target.id === 'root')
    const { addEventListener } = EventTarget.prototype
    EventTarget.prototype.addEventListener = function (type, ...rest: [never]) {
      if (!isReacts(this)) types.push(type)
      return addEventListener.call(this, type, ...rest)
    }
  })
  if (name !== 'cart-empty') await storeCart(page, [storedLine(2, 5)])
}

/** @throws Error when there is no template of that name */
export async function openTemplate(page: Page, name: string): Promise<void> {
  const address = templates[name]
  if (address === undefined) throw new Error(`There is no template ${name}`)
  await open(page, address)
  await page
    .locator(late[name] ?? 'main')
    .first()
    .waitFor()
}
