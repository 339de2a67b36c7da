import type { ComponentProps } from 'react'
import { Link } from '../navigation'
import classes from './button.module.css'

type Look = { variant?: 'primary' | 'secondary' | 'quiet'; size?: 'medium' | 'small' }

function classOf({ variant = 'primary', size = 'medium' }: Look, extra: string | undefined): string {
  return [classes.button, classes[variant], classes[size], extra].filter(Boolean).join(' ')
}

/** `type="button"` unless told otherwise. */
export function Button({ variant, size, className, ...props }: ComponentProps<'button'> & Look) {
  return <button type="button" {...props} className={classOf(pick(variant, size), className)} />
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, className, ...props }: ComponentProps<typeof Link> & Look) {
  return <Link {...props} className={classOf(pick(variant, size), className)} />
}

function pick(variant: Look['variant'], size: Look['size']): Look {
  return { ...(variant && { variant }), ...(size && { size }) }
}
