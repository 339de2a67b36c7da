import type { ReactNode } from 'react'
import classes from './ui.module.css'

type CardProps = { as: 'article' | 'li'; labelledBy?: string; className?: string | undefined; children: ReactNode }

/** A raised surface that answers to the pointer and the focus. */
export function Card({ as: Element, labelledBy, className, children }: CardProps) {
  return (
    <Element className={className ? `${classes.card} ${className}` : classes.card} aria-labelledby={labelledBy}>
      {children}
    </Element>
  )
}

/** Directly on a card it stands over the picture. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className={classes.tag}>{children}</span>
}

type OpeningProps = { title: string; lead: ReactNode; variant?: 'light' | 'dark'; children?: ReactNode }

/** The page's one `h1` and a lead sentence, known to the server: the largest text of the first view. */
export function PageOpening({ title, lead, variant, children }: OpeningProps) {
  return (
    <header className={variant === 'dark' ? `${classes.opening} ${classes.dark}` : classes.opening}>
      <h1>{title}</h1>
      <p className={classes.lead}>{lead}</p>
      {children}
    </header>
  )
}

export function Spinner({ label }: { label: string }) {
  return (
    <span className={classes.spinner} role="status">
      <span className={classes.ring} aria-hidden="true" />
      <span>{label}</span>
    </span>
  )
}

export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={classes.text}>{children}</span>
}
