import classes from './next-steps.module.css'

const steps = [
  {
    title: 'Secure payment',
    text: 'By card through Stripe, or by PayPal. Your card details never reach our servers.',
  },
  { title: 'Dates that suit you', text: 'We get in touch to agree dates and ask what each person needs.' },
  {
    title: 'Training and certificate',
    text: 'An independent accredited provider delivers the course and certifies it.',
  },
]

const progress = ['Cart', 'Details', 'Paid'] as const

/** The way of an order; steps before the present one are done. */
export function Progress({ at }: { at: (typeof progress)[number] }) {
  return (
    <ol className={classes.progress} aria-label="Progress">
      {progress.map((name) => (
        <li key={name} className={classes.point} {...(name === at && { 'aria-current': 'step' })}>
          {name}
        </li>
      ))}
    </ol>
  )
}

/** @param done steps behind the buyer: none in the cart, one after paying */
export function NextSteps({ done }: { done: 0 | 1 }) {
  return (
    <section aria-labelledby="next-steps-title">
      <h2 className={classes.title} id="next-steps-title">
        What happens next
      </h2>
      <dl className={classes.steps}>
        {steps.slice(done).map(({ title, text }) => (
          <div key={title} className={classes.step}>
            <dt className={classes.name}>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
