import { company } from '@site/shared/company'
import { type FieldErrors, type FieldRule, validateFields } from '@site/shared/form'
import { Button } from '@site/shared/ui'
import { type MouseEvent, useEffect, useRef } from 'react'
import { chatHrefOf } from '../chat/chat-widget'
import classes from './contact-form.module.css'

const rules = {
  firstName: { label: 'First Name', isRequired: true },
  lastName: { label: 'Last Name', isRequired: true },
  email: { label: 'Email Address', isRequired: true, isEmail: true },
  phone: { label: 'Phone' },
  company: { label: 'Company' },
  message: { label: 'Message', isRequired: true },
} satisfies Record<string, FieldRule>

type FieldName = keyof typeof rules

type Message = Readonly<Record<FieldName, string>>

type Submission = { state: 'new' | 'invalid' | 'complete'; message: Message; errors: FieldErrors<FieldName> }

export const newSubmission: Submission = { state: 'new', message: messageOf(() => ''), errors: {} }

function messageOf(read: (name: string) => string): Message {
  return Object.fromEntries(Object.keys(rules).map((name) => [name, read(name)])) as Message
}

/** Checks the form and logs a complete message. Nothing is sent (R88). */
export function submitMessage(_previous: Submission, data: FormData): Submission {
  const message = messageOf((name) => String(data.get(name) ?? '').trim())
  const errors = validateFields(rules, message)
  if (Object.keys(errors).length > 0) return { state: 'invalid', message, errors }
  console.log('Contact form', message)
  return { state: 'complete', message, errors }
}

type Props = { submission: Submission; submit: (data: FormData) => void }

/**
 * A form action, so that React replays a submit made before the page was interactive. React resets a form after its
 * action, so fields take their values back (R86–R88).
 */
export function ContactForm({ submission, submit }: Props) {
  const { message, errors } = submission
  const field = (name: FieldName) => ({ name, rule: rules[name], value: message[name], error: errors[name] })
  return (
    <section className={classes.section} aria-labelledby="contact-form-title">
      <h2 id="contact-form-title">Send us a message</h2>
      <p className={classes.note}>Fields marked * are required.</p>
      <noscript>
        <p className={classes.note}>
          This form needs JavaScript. Please call {company.phone.display} or write to {company.email} instead.
        </p>
      </noscript>
      {submission.state === 'invalid' && <ErrorSummary submission={submission} />}
      {submission.state === 'complete' && <MessageStatus submission={submission} />}
      <form className={classes.form} action={submit} aria-labelledby="contact-form-title" noValidate>
        <FormField {...field('firstName')} autoComplete="given-name" />
        <FormField {...field('lastName')} autoComplete="family-name" />
        <FormField {...field('email')} type="email" autoComplete="email" isWide />
        <FormField {...field('phone')} type="tel" autoComplete="tel" />
        <FormField {...field('company')} autoComplete="organization" />
        <FormField {...field('message')} rows={6} isWide />
        <div>
          <Button type="submit">Send message</Button>
        </div>
      </form>
    </section>
  )
}

type FieldProps = {
  name: string
  rule: FieldRule
  value: string
  error: string | undefined
  type?: 'text' | 'email' | 'tel'
  autoComplete?: string
  rows?: number
  isWide?: boolean
}

function fieldId(name: string): string {
  return `contact-${name}`
}

function FormField({ name, rule, value, error, type = 'text', autoComplete, rows, isWide }: FieldProps) {
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

function useFocus(submission: Submission) {
  const element = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a submission
  useEffect(() => element.current?.focus(), [submission])
  return element
}

function ErrorSummary({ submission }: { submission: Submission }) {
  const summary = useFocus(submission)

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

/** Claims no delivery, because nothing is sent (D-23). */
function MessageStatus({ submission }: { submission: Submission }) {
  const status = useFocus(submission)
  return (
    <div className={classes.status} ref={status} tabIndex={-1} role="status">
      <h3>{`Thank you, ${submission.message.firstName}. Your message is ready to go`}</h3>
      <p>It is still on this page. Choose how it should reach us; what you typed stays below.</p>
      <ul className={classes.ways}>
        <li>
          <a href={mailHref(submission.message)}>Email it to {company.email}</a>, already filled in
        </li>
        <li>
          <a href={chatHrefOf(submission.message.message)} target="_blank" rel="noopener noreferrer">
            Chat with us on WhatsApp (opens in a new tab)
          </a>
        </li>
        <li>
          Call <a href={company.phone.href}>{company.phone.display}</a>, {company.opensAt} to {company.closesAt}
        </li>
      </ul>
    </div>
  )
}

function mailHref({ firstName, lastName, phone, company: employer, message }: Message): string {
  const signature = [`${firstName} ${lastName}`, employer, phone].filter(Boolean).join('\n')
  const body = encodeURIComponent(`${message}\n\n${signature}`)
  return `mailto:${company.email}?subject=${encodeURIComponent('Message from the website')}&body=${body}`
}
