import type { ComponentProps, ReactNode } from 'react'
import classes from './text-field.module.css'

type Props = ComponentProps<'input'> & {
  id: string
  label: string
  error?: string | undefined
  hint?: string
  children?: ReactNode
}

export function TextField({ id, label, error, hint, children, ...input }: Props) {
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className={classes.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={classes.error} id={`${id}-error`}>
          {error}
        </p>
      )}
      <div className={classes.box} data-invalid={error ? true : undefined}>
        <input
          {...input}
          className={classes.input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {children}
      </div>
    </div>
  )
}
