import { cartStore, itemCount } from '@site/shared/cart'
import { type ReactNode, useEffect } from 'react'
import { sendReport } from './send-report'

/** Adding calls no server (R67), so it is reported later or when the page is left. */
const REPORT_AFTER_MS = 5_000

/** Reports once a document that something was added to the cart; `watchUse` reports that it can be used. */
export function reportProgress(): void {
  const { subscribe, persist } = cartStore()
  const stop = subscribe((state, previous) => {
    // Items read from storage are older, or from another tab.
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

type Props = { onHydrated: () => void; children: ReactNode }

/** Calls back once what is inside has been hydrated. */
export function WhenHydrated({ onHydrated, children }: Props) {
  useEffect(() => onHydrated(), [onHydrated])
  return children
}
