import { company } from '@site/shared/company'
import { CHAT_RESPONSE_MINUTES } from '@site/shared/constants'
import { Link } from '@site/shared/navigation'
import { PageHead } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import { PageOpening } from '@site/shared/ui'
import { type ReactNode, useActionState } from 'react'
import { chatHref } from '../chat/chat-widget'
import { Icon } from '../icons/icon'
import { fullMapHref, hasPlan } from '../map/full-map'
import { ContactForm, newSubmission, submitMessage } from './contact-form'
import classes from './contact-page.module.css'

const PEOPLE =
  'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6.5 6.5 0 0 1 3.5 5.5'

export default function ContactPage() {
  const [submission, submit] = useActionState(submitMessage, newSubmission)
  return (
    <>
      <PageHead
        title={submission.state === 'invalid' ? 'Error: Contact' : 'Contact'}
        description={`Phone, email, address and opening hours of ${company.shortName}, and a form for your question or quote.`}
        path={paths.contact}
        image="/og/contact.jpg"
      />
      <PageOpening
        title="Contact Us"
        lead="Ask about a course, a booking or training for a team. We are glad to help."
      />
      <div className={classes.columns}>
        <ContactForm submission={submission} submit={submit} />
        <ContactDetails />
      </div>
      <InfoBlocks />
      <OfficeMap />
    </>
  )
}

function OfficeMap() {
  return (
    <section className={classes.office} aria-labelledby="map-title">
      <h2 id="map-title">Find us</h2>
      <p className={classes.address}>
        {company.addressLine}. <a href={fullMapHref}>Open the full map on OpenStreetMap</a>
      </p>
      {hasPlan && (
        <iframe
          className={classes.map}
          src={paths.map}
          title={`Map of ${company.addressLine}`}
          width="1200"
          height="400"
        />
      )}
    </section>
  )
}

function InfoBlocks() {
  return (
    <section className={classes.blocks} aria-label="More ways to get help">
      <Info icon={<Icon name="chat" />} title="Quick answers">
        <a href={chatHref} target="_blank" rel="noopener noreferrer">
          Chat with us on WhatsApp (opens in a new tab)
        </a>{' '}
        from {company.opensAt} to {company.closesAt}. We usually respond within {CHAT_RESPONSE_MINUTES} minutes.
      </Info>
      <Info icon={<Icon line={PEOPLE} />} title="Training for companies">
        Tell us how many people need training, in which roles and where. A quote is easiest by phone:{' '}
        <a className={classes.phone} href={company.phone.href}>
          {company.phone.display}
        </a>
        .
      </Info>
      <Info icon={<Icon name="cart" />} title="Booking a course">
        You can book and pay online without an account. <Link to={paths.courses}>Browse the courses</Link> and add them
        to your cart.
      </Info>
    </section>
  )
}

function Info({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className={classes.block}>
      <h2 className={classes.blockTitle}>
        {icon}
        {title}
      </h2>
      <p>{children}</p>
    </div>
  )
}

function ContactDetails() {
  return (
    <section className={classes.details} aria-labelledby="contact-details-title">
      <h2 id="contact-details-title">Our details</h2>
      <dl className={classes.facts}>
        <Fact term="Address">{company.addressLine}</Fact>
        <Fact term="Opening hours">
          {company.opensAt} to {company.closesAt}
        </Fact>
        <Fact term="Phone">
          <a href={company.phone.href}>{company.phone.display}</a>
        </Fact>
        <Fact term="Email">
          <a href={`mailto:${company.email}`}>{company.email}</a>
        </Fact>
        <Fact term="Company">{company.name}</Fact>
        <Fact term="Registration number">{company.registrationNumber}</Fact>
      </dl>
    </section>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className={classes.term}>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
