import { safetyPlusCourses } from '../safety-plus/safety-plus-courses'
import { StarRating } from '../star-rating'
import classes from './trust.module.css'

const facts = [
  {
    title: 'Secure payment by Stripe and PayPal',
    text: 'Your card details go to them alone and never reach our servers.',
  },
  {
    title: 'Accredited delivery partners',
    text: 'An independent accredited provider delivers each course and certifies it.',
  },
  {
    title: 'After you book',
    text: 'The receipt comes by e-mail at once. Then we get in touch to agree dates that suit you.',
  },
]

/** A static block: two reviews, and what a buyer can rely on. */
export default function Trust() {
  return (
    <section className={classes.trust} aria-labelledby="trust-title">
      <h2 id="trust-title">What learners say</h2>
      <ul className={classes.reviews}>
        {safetyPlusCourses.map(({ id, title, reviews: [review] }) =>
          review ? (
            <li key={id} className={classes.review}>
              <StarRating rating={review.rating} />
              <blockquote>{review.comment}</blockquote>
              <p className={classes.source}>
                <strong>{review.name}</strong>, {title}
              </p>
            </li>
          ) : null,
        )}
      </ul>
      <dl className={classes.facts}>
        {facts.map(({ title, text }) => (
          <div key={title}>
            <dt className={classes.fact}>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
