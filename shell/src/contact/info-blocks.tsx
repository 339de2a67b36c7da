import { company } from '@site/shared/company'
import { CHAT_RESPONSE_MINUTES, CLOSES_AT, OPENS_AT } from '@site/shared/constants'
import { Link } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import { chatHref } from '../chat/chat-href'
import { Icon } from '../icons/icon'
import classes from './info-blocks.module.css'

const PEOPLE =
  'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6.5 6.5 0 0 1 3.5 5.5'

export function InfoBlocks() {
  return (
    <section className={classes.blocks} aria-label="More ways to get help">
      <div className={classes.block}>
        <h2 className={classes.title}>
          <Icon name="chat" />
          Quick answers
        </h2>
        <p>
          <a href={chatHref} target="_blank" rel="noopener noreferrer">
            Chat with us on WhatsApp (opens in a new tab)
          </a>{' '}
          from {OPENS_AT} to {CLOSES_AT}. We usually respond within {CHAT_RESPONSE_MINUTES} minutes.
        </p>
      </div>
      <div className={classes.block}>
        <h2 className={classes.title}>
          <Icon line={PEOPLE} />
          Training for companies
        </h2>
        <p>
          Tell us how many people need training, in which roles and where. A quote is easiest by phone:{' '}
          <a className={classes.phone} href={company.phone.href}>
            {company.phone.display}
          </a>
          .
        </p>
      </div>
      <div className={classes.block}>
        <h2 className={classes.title}>
          <Icon name="cart" />
          Booking a course
        </h2>
        <p>
          You can book and pay online without an account. <Link to={paths.courses}>Browse the courses</Link> and add
          them to your cart.
        </p>
      </div>
    </section>
  )
}
