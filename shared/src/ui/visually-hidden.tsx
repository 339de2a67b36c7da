import type { ReactNode } from 'react'
import classes from './visually-hidden.module.css'

/** Words for those who do not see the page. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={classes.text}>{children}</span>
}
