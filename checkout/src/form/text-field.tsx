import type { ComponentProps, ReactNode } from 'react'
import classes from './text-field.module.css'

type Props = ComponentProps<'input'> & {
  id: string
  label: string
  error?: string | undefined
  hint?: string
  /** Makes it a field of several lines. */
  rows?: number
  children?: ReactNode
}

export function TextField({ id, label, error, hint, rows, children, ...input }: Props) {
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const control = {
    ...input,
    id,
    className: classes.input,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': described || undefined,
  }
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
        {rows ? <textarea {...(control as ComponentProps<'textarea'>)} rows={rows} /> : <input {...control} />}
        {children}
      </div>
    </div>
  )
}
