import type { ReactNode } from 'react'
import classes from './ui.module.css'

type Props = { title: string; lead: ReactNode; variant?: 'light' | 'dark'; children?: ReactNode }

/** The page's one `h1` and a lead sentence, known to the server: the largest text of the first view. */
export function PageOpening({ title, lead, variant, children }: Props) {
  return (
    <header className={variant === 'dark' ? `${classes.opening} ${classes.dark}` : classes.opening}>
      <h1>{title}</h1>
      <p className={classes.lead}>{lead}</p>
      {children}
    </header>
  )
}
