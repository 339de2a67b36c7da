import { company } from '@site/shared/company'
import { PageHead } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import { Button, Card, Dialog, PageOpening } from '@site/shared/ui'
import { useState } from 'react'
import { FragmentText } from '../fragment/fragment-text'
import { loadPolicyText, type Policy, policies } from './policies'
import classes from './policies-page.module.css'

/** Constants of the specification (R93); an operator updates them with each review (D-11). */
const review = [
  { term: 'Last review', value: 'January 2025' },
  { term: 'Next review', value: 'January 2026' },
  { term: 'Owner', value: 'HR & Compliance Team' },
]

const drawings: Readonly<Record<string, string>> = {
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3M12 14.5v2.5',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6M18 14a6 6 0 0 1 3.5 6',
  chain: 'M10 14a4 4 0 0 0 6 .5l3-3a4.2 4.2 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4.2 4.2 0 0 0 6 6l1-1',
  access:
    'M12 6.5a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5M4.5 8.5l7.5 1.5 7.5-1.5M12 10v4.5M8.5 21l3.5-6.5 3.5 6.5',
  helmet: 'M3 17h18M5 17v-2a7 7 0 0 1 14 0v2M10 8.5V13M14 8.5V13',
  badge: 'M12 14a5 5 0 1 0 0-10 5 5 0 0 0 0 10M9 13.5 7.5 21l4.5-2.5 4.5 2.5-1.5-7.5',
}

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
      {opened && (
        <Dialog title={opened.title} onClose={() => setOpened(undefined)}>
          <FragmentText id={`policy-${opened.id}-text`} load={() => loadPolicyText(opened)} kind="policy" />
        </Dialog>
      )}
    </>
  )
}

/** A form, because React keeps a click made before hydration (R90). */
function PolicyCard({ policy, onOpen }: { policy: Policy; onOpen: () => void }) {
  const { id, title, icon, iconClass, summary, keyPoints } = policy
  const titleId = `policy-${id}`
  return (
    <Card as="article" className={classes.card} labelledBy={titleId}>
      <div className={`${classes.icon} ${classes[iconClass]}`}>
        <svg width="30" height="30" viewBox="0 0 24 24" aria-hidden="true">
          <path
            d={drawings[icon]}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </div>
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      <p>{summary}</p>
      <ul className={classes.points}>
        {keyPoints.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <form className={classes.end} action={onOpen}>
        <Button type="submit" variant="secondary" aria-label={`View Full Policy: ${title}`}>
          View Full Policy
        </Button>
      </form>
    </Card>
  )
}
