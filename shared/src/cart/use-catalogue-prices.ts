import { useEffect } from 'react'
import type { CartCourse } from '../course'
import { SITE_CONFIG_ID } from '../site-config'
import { cartStore } from './cart-store'
import { takePrices } from './take-prices'

/** When the page was opened that gave the cart its prices; ms since 1970. */
const KEY = 'cart_prices_at'

type Offered = Pick<CartCourse, 'id' | 'title' | 'price'>

/** Gives the cart the page's prices, once it has been read. */
export function useCataloguePrices(courses: readonly Offered[]): void {
  useEffect(() => {
    // A package's own harness has no composition.
    if (!document.getElementById(SITE_CONFIG_ID)) return
    const { persist } = cartStore()
    const take = () => takeCataloguePrices(courses)
    if (persist.hasHydrated()) take()
    return persist.onFinishHydration(take)
  }, [courses])
}

/**
 * Keeps prices of a page that was opened later: neither an old tab nor the lower number after a rollback may decide.
 * Matches by title, because two pages sell one course at two prices (D-19).
 */
export function takeCataloguePrices(courses: readonly Offered[], openedAt = performance.timeOrigin): void {
  if (!isNews(openedAt)) return
  const { items } = cartStore().getState()
  takePrices(courses.filter(({ id, title }) => items.some((item) => item.id === id && item.title === title)))
}

function isNews(openedAt: number): boolean {
  try {
    const knownAt = Number(localStorage.getItem(KEY) ?? 0)
    // A time to come would keep wrong prices for ever.
    if (knownAt <= Date.now() && openedAt <= knownAt) return false
    localStorage.setItem(KEY, String(openedAt))
    return true
  } catch {
    return false
  }
}
