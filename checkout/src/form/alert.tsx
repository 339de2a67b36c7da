import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import classes from './alert.module.css'

type Props = {
  /** A new object for each message: the alert takes the focus then. */
  occasion: object
  children: ReactNode
  problems?: readonly { fieldId: string; message: string }[]
  details?: ReactNode
  onDismiss?: () => void
}

export function Alert({ occasion, children, problems = [], details, onDismiss }: Props) {
  const alert = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same text may have to be said again
  useEffect(() => alert.current?.focus(), [occasion])

  return (
    <div className={classes.alert} ref={alert} role="alert" tabIndex={-1}>
      <div className={classes.text}>
        <p className={classes.message}>{children}</p>
        {problems.length > 0 && (
          <ul className={classes.problems}>
            {problems.map(({ fieldId, message }) => (
              <li key={fieldId}>
                <a className={classes.link} href={`#${fieldId}`} onClick={(event) => focusField(event, fieldId)}>
                  {message}
                </a>
              </li>
            ))}
          </ul>
        )}
        {details}
      </div>
      {onDismiss && (
        <button type="button" className={classes.dismiss} aria-label="Dismiss this message" onClick={onDismiss}>
          <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  )
}

function focusField(event: MouseEvent, fieldId: string) {
  const field = document.getElementById(fieldId)
  if (!field) return
  event.preventDefault()
  field.focus()
}
