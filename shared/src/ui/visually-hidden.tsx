import type { ReactNode } from 'react'
import classes from './ui.module.css'

/** Words for screen readers. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={classes.text}>{children}</span>
}
