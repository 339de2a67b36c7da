import { useEffect } from 'react'
import type { CartCourse } from '../course'
import { SITE_CONFIG_ID } from '../site-config'
import { cartStore } from './cart-store'
import { takePrices } from './take-prices'

/** When the page was opened that gave the cart its prices; ms since 1970. */
const KEY = 'cart_prices_at'

type Titled = Pick<CartCourse, 'id' | 'title'>

/**
 * Gives the cart the page's prices and texts, once it has been read.
 * @param elsewhere what another page sells under ids of these (D-19)
 */
export function useCataloguePrices(courses: readonly CartCourse[], elsewhere: readonly Titled[] = []): void {
  useEffect(() => {
    // A package's own harness has no composition.
    if (!document.getElementById(SITE_CONFIG_ID)) return
    const { persist } = cartStore()
    const take = () => takeCataloguePrices(courses, elsewhere)
    if (persist.hasHydrated()) take()
    return persist.onFinishHydration(take)
  }, [courses, elsewhere])
}

/**
 * Keeps prices of a page that was opened later: neither an old tab nor the lower number after a rollback may decide.
 */
export function takeCataloguePrices(
  courses: readonly CartCourse[],
  elsewhere: readonly Titled[],
  openedAt = performance.timeOrigin,
): void {
  if (!isNews(openedAt)) return
  const { items } = cartStore().getState()
  const isHere = (item: Titled) => !elsewhere.some(({ id, title }) => id === item.id && title === item.title)
  const here = courses.filter(({ id }) => items.some((item) => item.id === id && isHere(item)))
  const own = items.map((item) => {
    const { title, duration, image } = here.find(({ id }) => id === item.id) ?? item
    const isSame = title === item.title && duration === item.duration && image === item.image
    return isSame ? item : { ...item, title, duration, image }
  })
  if (own.some((item, index) => item !== items[index])) cartStore().setState({ items: own })
  takePrices(here)
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
