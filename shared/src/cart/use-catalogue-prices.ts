import { useEffect } from 'react'
import type { CartCourse } from '../course'
import { SITE_CONFIG_ID, siteConfig } from '../site-config'
import { cartStore } from './cart-store'
import { takePrices } from './take-prices'

const KEY = 'cart_prices'

/**
 * Gives the cart the prices of the catalogue on the page, where that is newer than the one its prices come
 * from: a tab that was opened before a release must not bring the old prices back. Two pages offer the same
 * course under two titles, each at its own price (D-19): a line takes the price of its own title.
 */
export function useCataloguePrices(courses: readonly Pick<CartCourse, 'id' | 'title' | 'price'>[]): void {
  useEffect(() => {
    // A package's own harness has no composition.
    if (!document.getElementById(SITE_CONFIG_ID)) return
    const { composition } = siteConfig()
    const { persist } = cartStore()
    const take = () => {
      if (!isNewer(composition)) return
      const { items } = cartStore().getState()
      takePrices(courses.filter(({ id, title }) => items.some((item) => item.id === id && item.title === title)))
    }
    if (persist.hasHydrated()) take()
    return persist.onFinishHydration(take)
  }, [courses])
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
