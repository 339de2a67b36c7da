import { useIsHydrated } from '@site/shared/use-is-hydrated'
import { type RefObject, useEffect, useState } from 'react'

/** A slow phone lays so few out in less than 50 ms. */
const CARDS_AT_ONCE = 2
const PAUSE_MS = 50

/**
 * Lays out the cards that the styles leave out until scripts run, a few between two frames: all at once would block a
 * slow phone for 120 ms.
 */
export function useStepwiseLayout(list: RefObject<HTMLElement | null>): void {
  // A listing that scripts have rendered is laid out at once, like any other page.
  const [isWhole] = useState(useIsHydrated())
  useEffect(() => {
    let next = isWhole ? Number.POSITIVE_INFINITY : 0
    let isLeft = false
    function layOut() {
      if (isLeft || !list.current) return
      const cards = [...list.current.children]
      for (const card of cards.slice(next, next + CARDS_AT_ONCE)) show(card)
      next += CARDS_AT_ONCE
      if (next < cards.length) whenIdle(layOut)
      else list.current.dataset.whole = ''
    }
    whenIdle(layOut)
    return () => {
      isLeft = true
    }
  }, [list, isWhole])
}

function show(card: Element) {
  if (card instanceof HTMLElement) card.style.contentVisibility = 'visible'
}

function whenIdle(act: () => void) {
  if ('requestIdleCallback' in window) window.requestIdleCallback(act)
  else setTimeout(act, PAUSE_MS)
}
