import type { ComponentProps } from 'react'
import { Link } from '../navigation'
import classes from './button.module.css'

type Look = { variant?: 'primary' | 'secondary' | 'quiet'; size?: 'medium' | 'small' }

function classOf(variant: Look['variant'] = 'primary', size: Look['size'], extra?: string): string {
  return [classes.button, classes[variant], size && classes[size], extra].filter(Boolean).join(' ')
}

/** `type="button"` unless told otherwise. */
export function Button({ variant, size, className, ...props }: ComponentProps<'button'> & Look) {
  return <button type="button" {...props} className={classOf(variant, size, className)} />
}

export function ButtonLink({ variant, size, className, ...props }: ComponentProps<typeof Link> & Look) {
  return <Link {...props} className={classOf(variant, size, className)} />
}
