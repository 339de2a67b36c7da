import { documentTiming } from '@site/shared/composition-timing'
import { sendReport } from './send-report'

/** ms between looks, looks after the heading is hydrated, and ms that no sound page is late, even on a slow phone. */
const PAUSE = 500
const LOOKS = 6
const LATE = 1_500

/** Reports once whether visitors can use the page, three seconds after its heading is hydrated or when it is left. */
export function watchUse(): void {
  let last = performance.now()
  let seen = 0
  let isLate = false
  const look = () => {
    const [main, heading] = ['main', 'main h1'].map((it) => document.querySelector(it))
    const now = performance.now()
    isLate ||= now - last > LATE
    // A hidden tab rests.
    last = document.hidden ? Infinity : now
    // React's mark on an element that it has taken over.
    if (Object.keys(heading ?? {}).some((it) => it.startsWith('__react'))) seen++
    if (!seen || (seen < LOOKS && !document.hidden)) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
    const isThere = scrollY || (isSeen(main) && isSeen(heading))
    if (isLate) sendReport({ kind: 'busy' })
    else if (isThere) {
      // A document kept by the browser was counted when it was sent.
      if (documentTiming().transferSize !== 0) sendReport({ kind: 'interactive' })
    }
    // A visitor may have covered the page with what was opened.
    else if (navigator.userActivation?.hasBeenActive === false) sendReport({ kind: 'hidden' })
  }
  const timer = setInterval(look, PAUSE)
  document.addEventListener('visibilitychange', look)
}

/** Has an area, is opaque, and nothing covers its middle; `elementFromPoint` ignores opacity. */
function isSeen(element?: Element | null): boolean {
  if (!element || element.checkVisibility?.({ checkOpacity: true }) === false) return false
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const middle = (from: number, to: number, most: number) => (Math.max(from, 0) + Math.min(to, most)) / 2
  return element.contains(document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight)))
}
