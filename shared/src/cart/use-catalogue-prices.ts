import { useEffect } from 'react'
import type { CartCourse } from '../course'
import { SITE_CONFIG_ID, siteConfig } from '../site-config'
import { cartStore } from './cart-store'
import { takePrices } from './take-prices'

const KEY = 'cart_prices'

type Offered = Pick<CartCourse, 'id' | 'title' | 'price'>

/** Gives the cart the prices of the catalogue on the page, once the cart has been read. */
export function useCataloguePrices(courses: readonly Offered[]): void {
  useEffect(() => {
    // A package's own harness has no composition.
    if (!document.getElementById(SITE_CONFIG_ID)) return
    const { composition } = siteConfig()
    const { persist } = cartStore()
    const take = () => takeCataloguePrices(courses, composition)
    if (persist.hasHydrated()) take()
    return persist.onFinishHydration(take)
  }, [courses])
}

/**
 * Takes the prices of a composition, unless the cart has those of a newer one: a tab that was opened before a
 * release must not bring the old prices back. Two pages offer the same course under two titles, each at its own
 * price (D-19): a line takes the price of its own title.
 */
export function takeCataloguePrices(courses: readonly Offered[], composition: number): void {
  if (!isNewer(composition)) return
  const { items } = cartStore().getState()
  takePrices(courses.filter(({ id, title }) => items.some((item) => item.id === id && item.title === title)))
}

/** Whether the cart's prices are of an earlier composition, which is noted. */
function isNewer(composition: number): boolean {
  try {
    const isKnown = Number(localStorage.getItem(KEY) ?? -1) >= composition
    if (!isKnown) localStorage.setItem(KEY, String(composition))
    return !isKnown
  } catch {
    // Without storage the cart is not older than the page.
    return false
  }
}
