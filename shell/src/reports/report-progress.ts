import { cartStore, itemCount } from '@site/shared/cart'
import { sendReport } from './send-report'
import { whenLoaded } from './when-loaded'

/** Adding calls no server (R67), so it is reported later or when the page is left. */
const REPORT_AFTER_MS = 5_000

/**
 * Reports once a document that it is interactive, and once that something was added to the cart: a release that does
 * neither has failed.
 */
export function reportProgress(): void {
  whenLoaded(() => {
    if (!isKeptByBrowser()) sendReport({ kind: 'interactive' })
  })
  const { subscribe, persist } = cartStore()
  const stop = subscribe((state, previous) => {
    // 150.4
    if (!persist.hasHydrated() || itemCount(state) <= itemCount(previous)) return
    stop()
    later(() => sendReport({ kind: 'cart' }))
  })
}

function later(act: () => void): void {
  const now = () => {
    clearTimeout(timer)
    removeEventListener('pagehide', now)
    act()
  }
  const timer = setTimeout(now, REPORT_AFTER_MS)
  addEventListener('pagehide', now)
}

function isKeptByBrowser(): boolean {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? []
  return (navigation as PerformanceNavigationTiming | undefined)?.transferSize === 0
}
