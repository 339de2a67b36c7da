import { useIsHydrated } from '@site/shared/use-is-hydrated'
import { type RefObject, useEffect, useState } from 'react'

/** So few that a slow phone needs less than 50 ms for them, from which on a visitor is kept waiting. */
const CARDS_AT_ONCE = 2
/** For browsers that do not say when they are idle: a few frames. */
const PAUSE_MS = 50

/**
 * Until scripts run, cards far from view are not laid out (`courses-page.module.css`). From then on they are, a few between
 * two frames: a picture of the whole page would miss them, and all at once would block a slow phone for 120 ms.
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
