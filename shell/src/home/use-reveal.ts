import { STATS_ROOT_MARGIN, STATS_THRESHOLD } from '@site/shared/constants'
import { useEffect, useRef, useState } from 'react'

export type RevealStage = 'still' | 'waiting' | 'shown'

/** Never hides again what the visitor already sees (R46). */
export function useReveal<T extends Element>() {
  const element = useRef<T>(null)
  const [stage, setStage] = useState<RevealStage>('still')

  useEffect(() => {
    if (!element.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) {
          setStage('shown')
          observer.disconnect()
        } else if (entry && entry.boundingClientRect.top > window.innerHeight) {
          setStage('waiting')
        }
      },
      { threshold: STATS_THRESHOLD, rootMargin: STATS_ROOT_MARGIN },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])

  return { element, stage }
}
