import { company } from '@site/shared/company'
import { PageHead } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import { PageOpening } from '@site/shared/ui'
import { useActionState } from 'react'
import { ContactDetails } from './contact-details'
import classes from './contact-page.module.css'
import { ContactForm } from './form/contact-form'
import { newSubmission, submitMessage } from './form/submit-message'
import { InfoBlocks } from './info-blocks'
import { OfficeMap } from './office-map'

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
