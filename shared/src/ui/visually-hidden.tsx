import type { ReactNode } from 'react'
import classes from './visually-hidden.module.css'

/** Words for screen readers. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={classes.text}>{children}</span>
}
