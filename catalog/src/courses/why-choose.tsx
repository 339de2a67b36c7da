import { company } from '@site/shared/company'
import { CHAT_RESPONSE_MINUTES, CLOSES_AT, OPENS_AT } from '@site/shared/constants'
import classes from './why-choose.module.css'

const features = [
  {
    title: 'Accredited providers',
    text: 'Every course we advertise is delivered by an independent accredited provider.',
  },
  {
    title: 'The full price in view',
    text: 'Every course shows its price without and with VAT. The checkout adds nothing else.',
  },
  {
    title: 'No account needed',
    text: 'Book up to five places on each course and pay by card or PayPal, signed in or not.',
  },
  {
    title: 'People who answer',
    text: `Phone, e-mail and chat from ${OPENS_AT} to ${CLOSES_AT}. We usually reply to a chat within ${CHAT_RESPONSE_MINUTES} minutes.`,
  },
]

export function WhyChoose() {
  return (
    <section className={classes.section} aria-labelledby="why-choose">
      <h2 className={classes.heading} id="why-choose">
        {`Why Choose ${company.shortName}`}
      </h2>
      <ul className={classes.features}>
        {features.map(({ title, text }) => (
          <li key={title} className={classes.feature}>
            <h3 className={classes.title}>{title}</h3>
            <p className={classes.text}>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
