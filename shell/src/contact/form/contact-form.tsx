import { company } from '@site/shared/company'
import { Button } from '@site/shared/ui'
import classes from './contact-form.module.css'
import { contactRules } from './contact-message'
import { ErrorSummary } from './error-summary'
import { FormField } from './form-field'
import { MessageStatus } from './message-status'
import type { Submission } from './submit-message'

type Props = { submission: Submission; submit: (data: FormData) => void }

/**
 * A form action, so that React replays a submit made before the page was interactive. React resets a form after its
 * action, so fields take their values back (R86–R88).
 */
export function ContactForm({ submission, submit }: Props) {
  const { message, errors } = submission
  const field = <Name extends keyof typeof contactRules>(name: Name) => ({
    name,
    rule: contactRules[name],
    value: message[name],
    error: errors[name],
  })
  return (
    <section className={classes.section} aria-labelledby="contact-form-title">
      <h2 id="contact-form-title">Send us a message</h2>
      <p className={classes.note}>Fields marked * are required.</p>
      <noscript>
        <p className={classes.note}>
          This form needs JavaScript. Please call {company.phone.display} or write to {company.email} instead.
        </p>
      </noscript>
      <ErrorSummary submission={submission} />
      <MessageStatus submission={submission} />
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
