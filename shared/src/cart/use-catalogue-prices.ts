import { useEffect } from 'react'
import { compositionHere } from '../composition-timing'
import type { CartCourse } from '../course'
import { SITE_CONFIG_ID } from '../site-config'
import { cartStore } from './cart-store'
import { takePrices } from './take-prices'

const KEY = 'cart_prices'
/** ms since 1970. */
const OPENED_KEY = 'cart_prices_at'

type Offered = Pick<CartCourse, 'id' | 'title' | 'price'>

/** Gives the cart the page's prices, once it has been read. */
export function useCataloguePrices(courses: readonly Offered[]): void {
  useEffect(() => {
    // A package's own harness has no composition.
    if (!document.getElementById(SITE_CONFIG_ID)) return
    const composition = compositionHere()
    const { persist } = cartStore()
    const take = () => takeCataloguePrices(courses, composition)
    if (persist.hasHydrated()) take()
    return persist.onFinishHydration(take)
  }, [courses])
}

/**
 * Keeps prices of a page that was opened later: neither an old tab nor the lower number after a rollback may decide.
 * Matches by title, because two pages sell one course at two prices (D-19). Without a composition number, once a
 * document.
 */
export function takeCataloguePrices(
  courses: readonly Offered[],
  composition: number | undefined,
  openedAt = performance.timeOrigin,
): void {
  if (!isNews(composition, openedAt)) return
  const { items } = cartStore().getState()
  takePrices(courses.filter(({ id, title }) => items.some((item) => item.id === id && item.title === title)))
}

function isNews(composition: number | undefined, openedAt: number): boolean {
  try {
    const known = Number(localStorage.getItem(KEY) ?? -1)
    const knownAt = Number(localStorage.getItem(OPENED_KEY) ?? Number.NaN)
    // Earlier releases note the number alone.
    const isLater = Number.isNaN(knownAt) ? (composition ?? Number.POSITIVE_INFINITY) > known : openedAt >= knownAt
    const isKnown = composition === undefined ? openedAt === knownAt : composition === known
    if (isKnown || !isLater) return false
    localStorage.setItem(KEY, String(composition ?? -1))
    localStorage.setItem(OPENED_KEY, String(openedAt))
    return true
  } catch {
    return false
  }
}
