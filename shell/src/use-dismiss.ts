import { useLocation } from '@site/shared/navigation'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

export type Dismissal = 'escape' | 'outside'

export function useDismiss(ref: RefObject<HTMLElement | null>, onDismiss: (by: Dismissal) => void): void {
  const dismiss = useEffectEvent(onDismiss)
  useEffect(() => {
    const handleKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') dismiss('escape')
    }
    const handleElsewhere = ({ target }: Event) => {
      if (target instanceof Node && !ref.current?.contains(target)) dismiss('outside')
    }
    const leaving = new AbortController()
    document.addEventListener('keydown', handleKey, leaving)
    document.addEventListener('pointerdown', handleElsewhere, leaving)
    document.addEventListener('focusin', handleElsewhere, leaving)
    return () => leaving.abort()
  }, [ref])
}

/** Also after a navigation to the page already shown; not for the first page. */
export function useOnNavigation(callback: () => void): void {
  const { key } = useLocation()
  const shown = useRef(key)
  const arrive = useEffectEvent(callback)
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    arrive()
  }, [key])
}
