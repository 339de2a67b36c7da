import { VisuallyHidden } from '@site/shared/ui'
import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router-dom'
import classes from './navigation-progress.late.module.css'

const PATIENCE_MS = 150

/** Shows only when a navigation takes a moment (D-04). */
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
