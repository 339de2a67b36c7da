import { company } from '@site/shared/company'
import { useEffect, useRef } from 'react'
import type { ContactMessage } from './contact-message'
import classes from './message-status.module.css'
import type { Submission } from './submit-message'

/** Claims no delivery, because nothing is sent (D-23). */
export function MessageStatus({ submission }: { submission: Submission }) {
  const status = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (submission.state === 'complete') status.current?.focus()
  }, [submission])
  if (submission.state !== 'complete') return null
  return (
    <div className={classes.status} ref={status} tabIndex={-1} role="status">
      <h3>Thank you, your message is complete</h3>
      <p>
        This page cannot deliver it to us. To reach us, call <a href={company.phone.href}>{company.phone.display}</a> or{' '}
        <a href={mailHref(submission.message)}>send your message to {company.email}</a>. What you typed stays below.
      </p>
    </div>
  )
}

function mailHref({ firstName, lastName, phone, company: employer, message }: ContactMessage): string {
  const signature = [`${firstName} ${lastName}`, employer, phone].filter(Boolean).join('\n')
  const body = encodeURIComponent(`${message}\n\n${signature}`)
  return `mailto:${company.email}?subject=${encodeURIComponent('Message from the website')}&body=${body}`
}
