import { company } from '@site/shared/company'
import { PageHead } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import { PageOpening } from '@site/shared/ui'
import { useState } from 'react'
import { type Policy, policies } from './policies'
import classes from './policies-page.module.css'
import { PolicyCard } from './policy-card'
import { PolicyDialog } from './policy-dialog'

/** Constants of the specification (R93); an operator updates them with each review (D-11). */
const review = [
  { term: 'Last review', value: 'January 2025' },
  { term: 'Next review', value: 'January 2026' },
  { term: 'Owner', value: 'HR & Compliance Team' },
]

export default function PoliciesPage() {
  const [opened, setOpened] = useState<Policy>()
  return (
    <>
      <PageHead
        title="Policies"
        description="Our policies in short and in full: privacy, equality and diversity, modern slavery, accessibility, health and safety, and quality."
        path={paths.policies}
        image="/og/policies.jpg"
      />
      <PageOpening
        title="Policies"
        lead="How we look after your information, treat people and check our own work. Each policy in short, with the full text a click away."
      />
      <noscript>
        <p className={classes.note}>
          {`The full texts open only with JavaScript. We will gladly send you any of them: ${company.email}, ${company.phone.display}.`}
        </p>
      </noscript>
      <div className={classes.cards}>
        {policies.map((policy) => (
          <PolicyCard key={policy.id} policy={policy} onOpen={() => setOpened(policy)} />
        ))}
      </div>
      <section className={classes.review} aria-labelledby="review-title">
        <h2 id="review-title" className={classes.reviewTitle}>
          Review
        </h2>
        <dl className={classes.facts}>
          {review.map(({ term, value }) => (
            <div key={term}>
              <dt className={classes.term}>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      {opened && <PolicyDialog policy={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
