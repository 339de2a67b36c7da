import type { FieldRule } from '@site/shared/form'
import classes from './form-field.module.css'

type Props = {
  name: string
  rule: FieldRule
  value: string
  error: string | undefined
  type?: 'text' | 'email' | 'tel'
  autoComplete?: string
  rows?: number
  isWide?: boolean
}

export function fieldId(name: string): string {
  return `contact-${name}`
}

export function FormField({ name, rule, value, error, type = 'text', autoComplete, rows, isWide }: Props) {
  const id = fieldId(name)
  const control = {
    className: classes.control,
    id,
    name,
    defaultValue: value,
    required: rule.isRequired,
    autoComplete,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  }
  return (
    <div className={classes.field} data-wide={isWide}>
      <label className={classes.label} htmlFor={id}>
        {rule.isRequired ? `${rule.label} *` : rule.label}
      </label>
      {error && (
        <p className={classes.error} id={`${id}-error`}>
          {error}
        </p>
      )}
      {rows ? <textarea {...control} rows={rows} /> : <input {...control} type={type} />}
    </div>
  )
}
