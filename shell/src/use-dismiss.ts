import { type RefObject, useEffect, useEffectEvent } from 'react'

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
