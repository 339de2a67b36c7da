import { cartStore, itemCount } from '@site/shared/cart'
import { sendReport } from './send-report'
import { whenLoaded } from './when-loaded'

/** Adding calls no server (R67): it is reported later, with nothing else going on, or when the page is left. */
const REPORT_AFTER_MS = 5_000

/**
 * Says, once a document, that it answers to its visitor, and once that something was put into the cart. A release that
 * does neither has failed, whatever it reports.
 */
export function reportProgress(): void {
  whenLoaded(() => {
    if (!isKeptByBrowser()) sendReport({ kind: 'interactive' })
  })
  const { subscribe, persist } = cartStore()
  const stop = subscribe((state, previous) => {
    // What is read from storage was put there before, or in another tab.
    if (!persist.hasHydrated() || itemCount(state) <= itemCount(previous)) return
    stop()
    later(() => sendReport({ kind: 'cart' }))
  })
}

/** Acts once: after a while, or when the page is left before. */
function later(act: () => void): void {
  const now = () => {
    clearTimeout(timer)
    removeEventListener('pagehide', now)
    act()
  }
  const timer = setTimeout(now, REPORT_AFTER_MS)
  addEventListener('pagehide', now)
}

/** The Back button may show a document without asking for it: it was counted when it was sent. */
function isKeptByBrowser(): boolean {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? []
  return (navigation as PerformanceNavigationTiming | undefined)?.transferSize === 0
}
