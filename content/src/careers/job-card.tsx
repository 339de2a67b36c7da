import { companyDetails } from '@site/shared/company-details'
import { Button } from '@site/shared/ui'
import type { Job } from './careers'
import classes from './job-card.module.css'

/** Apply Now does nothing, as specified (R83, D-22); the address below it works. */
export function JobCard({ job }: { job: Job }) {
  const { title, location, contract, term, summary, duties, requirements } = job
  return (
    <article className={classes.card}>
      <h3 className={classes.title}>{title}</h3>
      <ul className={classes.facts}>
        {[location, contract, term].map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <p>{summary}</p>
      <h4 className={classes.subtitle}>What you will do</h4>
      <TextList texts={duties} />
      <h4 className={classes.subtitle}>What you bring</h4>
      <TextList texts={requirements} />
      <div className={classes.end}>
        <Button aria-label={`Apply Now: ${title}`}>Apply Now</Button>
        <p className={classes.address}>
          Send your CV to{' '}
          <a href={`mailto:${companyDetails.hrEmail}?subject=${encodeURIComponent(title)}`}>{companyDetails.hrEmail}</a>
        </p>
      </div>
    </article>
  )
}

function TextList({ texts }: { texts: readonly string[] }) {
  return (
    <ul className={classes.list}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
