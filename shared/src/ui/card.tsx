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
