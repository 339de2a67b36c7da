import { useEffect } from 'react'
import { compositionHere } from '../composition-timing'
import type { CartCourse } from '../course'
import { SITE_CONFIG_ID } from '../site-config'
import { cartStore } from './cart-store'
import { takePrices } from './take-prices'

const KEY = 'cart_prices'
/** When the page was opened whose prices the cart has, in ms since 1970. */
const OPENED_KEY = 'cart_prices_at'

type Offered = Pick<CartCourse, 'id' | 'title' | 'price'>

/** Gives the cart the prices of the catalogue on the page, once the cart has been read. */
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
 * Takes the prices of a composition, unless the cart has them or has those of a page that was opened later: a tab from
 * before a release must not bring the old prices back, and a page from after a rollback, whose composition has the lower
 * number, must. Two pages offer the same course under two titles, each at its own
 * price (D-19): a line takes the price of its own title.
 * @param composition of the page; where that cannot be read, the prices of each document are taken once
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

/** Whether the cart's prices are of another composition and of a page that was opened before; that is noted. */
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
    // Without storage the cart is not older than the page.
    return false
  }
}
