import { VisuallyHidden } from '@site/shared/ui'
import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router-dom'
import classes from './navigation-progress.late.module.css'

/** A page that is there sooner needs no line, nor the frame it would take to show one. */
const PATIENCE_MS = 150

/** A thin line while the next page is being fetched (D-04); it shows only when that takes a moment. */
export function NavigationProgress() {
  const isIdle = useNavigation().state === 'idle'
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (isIdle) return
    const timer = setTimeout(() => setIsSlow(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isIdle])
  if (isIdle || !isSlow) return null
  return (
    <div className={classes.line} role="status">
      <VisuallyHidden>Loading the page</VisuallyHidden>
    </div>
  )
}
