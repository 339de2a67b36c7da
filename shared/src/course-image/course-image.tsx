import { useEffect, useRef, useState } from 'react'
import type { CourseCategory } from '../paths'
import classes from './course-image.module.css'

type CourseImageProps = {
  src: string
  alt: string
  /** Chooses the tint and the last fallback. */
  category?: CourseCategory | undefined
  /** Fetched before the others. */
  isLargest?: boolean
  className?: string | undefined
}

const PLACEHOLDER = '/images/courses/placeholder.svg'

/** 480 × 300, with a chain of fallbacks (R65, R66, D-18). */
export function CourseImage({ src, alt, category, isLargest = false, className }: CourseImageProps) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const image = useRef<HTMLImageElement>(null)
  const source = imageSource(src, category, failed)

  function handleFailure(lost: string) {
    console.warn(`The course image ${lost} could not be loaded`)
    setFailed((before) => (before.includes(lost) ? before : [...before, lost]))
  }

  // The error event of an image in the server's HTML may have passed before React listened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the state found on arrival matters
  useEffect(() => {
    if (source && image.current?.complete && image.current.naturalWidth === 0) handleFailure(source)
  }, [])

  const look = [classes.image, category && classes[category], className].filter(Boolean).join(' ')
  if (!source) return <span className={`${look} ${classes.tile}`}>{alt}</span>
  return (
    <img
      ref={image}
      className={look}
      src={source}
      alt={alt}
      width={480}
      height={300}
      fetchPriority={isLargest ? 'high' : 'low'}
      onError={() => handleFailure(source)}
    />
  )
}

/** A source that failed is never offered again, so the chain ends. */
function imageSource(src: string, category: CourseCategory | undefined, failed: readonly string[]): string | undefined {
  // An absolute address is the external stock-photo host's (R14, D-18).
  const isFromStockHost = /^(https?:)?\/\//i.test(src)
  const fallbacks = isFromStockHost ? [] : [PLACEHOLDER]
  const candidates = [src, ...fallbacks, `/images/categories/${category ?? 'default'}.svg`]
  return candidates.find((candidate) => candidate && !failed.includes(candidate))
}
