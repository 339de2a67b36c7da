import { addressLine, company } from '@site/shared/company'
import { companyDetails } from '@site/shared/company-details'
import { CLOSES_AT, OPENS_AT } from '@site/shared/constants'
import classes from './contact-details.module.css'

export function ContactDetails() {
  return (
    <section className={classes.section} aria-labelledby="contact-details-title">
      <h2 id="contact-details-title">Our details</h2>
      <dl className={classes.list}>
        <div>
          <dt className={classes.term}>Address</dt>
          <dd>{addressLine}</dd>
        </div>
        <div>
          <dt className={classes.term}>Opening hours</dt>
          <dd>
            {OPENS_AT} to {CLOSES_AT}
          </dd>
        </div>
        <div>
          <dt className={classes.term}>Phone</dt>
          <dd>
            <a href={company.phone.href}>{company.phone.display}</a>
          </dd>
        </div>
        <div>
          <dt className={classes.term}>Email</dt>
          <dd>
            <a href={`mailto:${company.email}`}>{company.email}</a>
          </dd>
        </div>
        <div>
          <dt className={classes.term}>Company</dt>
          <dd>{company.name}</dd>
        </div>
        <div>
          <dt className={classes.term}>Registration number</dt>
          <dd>{companyDetails.registrationNumber}</dd>
        </div>
      </dl>
    </section>
  )
}
