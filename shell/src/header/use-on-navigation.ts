import { useLocation } from '@site/shared/navigation'
import { useEffect, useEffectEvent, useRef } from 'react'

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
