import { useNavigation } from 'react-router-dom'
import classes from './navigation-progress.module.css'

/** A thin line while the next page is being fetched (D-04); it shows only when that takes a moment. */
export function NavigationProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div className={classes.line} role="status">
      <span className={classes.text}>Loading the page</span>
    </div>
  )
}
