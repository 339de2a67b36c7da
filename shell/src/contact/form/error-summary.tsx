import { type MouseEvent, useEffect, useRef } from 'react'
import classes from './error-summary.module.css'
import { fieldId } from './form-field'
import type { Submission } from './submit-message'

export function ErrorSummary({ submission }: { submission: Submission }) {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (submission.state === 'invalid') summary.current?.focus()
  }, [submission])
  if (submission.state !== 'invalid') return null

  function handleClick(event: MouseEvent, id: string) {
    const field = document.getElementById(id)
    if (!field) return
    event.preventDefault()
    field.focus()
  }

  return (
    <div className={classes.summary} ref={summary} tabIndex={-1} role="alert" aria-labelledby="contact-errors-title">
      <h3 className={classes.title} id="contact-errors-title">
        There is a problem
      </h3>
      <ul className={classes.list}>
        {Object.entries(submission.errors).map(([name, message]) => (
          <li key={name}>
            <a
              className={classes.link}
              href={`#${fieldId(name)}`}
              onClick={(event) => handleClick(event, fieldId(name))}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
