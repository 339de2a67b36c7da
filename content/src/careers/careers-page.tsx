import { company } from '@site/shared/company'
import { companyDetails } from '@site/shared/company-details'
import { HR_REVIEW_WORKING_DAYS } from '@site/shared/constants'
import { PageHead } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import { Button, Card, PageOpening } from '@site/shared/ui'
import { applicationSteps, benefits, everyJob, type Job, jobs } from './careers'
import classes from './careers-page.module.css'

const reviewPromise = `HR reviews applications within ${HR_REVIEW_WORKING_DAYS} working days.`

export default function CareersPage() {
  return (
    <>
      <PageHead
        title="Careers"
        description="Three full-time, permanent jobs in London: Training Coordinator, Health & Safety Trainer and Food Safety Consultant. What we offer and how to apply."
        path={paths.careers}
        image="/og/careers.jpg"
      />
      <PageOpening
        title="Careers"
        lead="Help people to come home unhurt. We are a small team in London, and we have three permanent jobs to fill."
      />
      <section className={classes.section} aria-labelledby="jobs-title">
        <h2 id="jobs-title">Open positions</h2>
        <div className={classes.jobs}>
          {jobs.map((job) => (
            <JobCard key={job.title} job={job} />
          ))}
        </div>
      </section>
      <section className={`${classes.section} ${classes.tinted}`} aria-labelledby="benefits-title">
        <h2 id="benefits-title">Benefits</h2>
        <ul className={classes.benefits}>
          {benefits.map(({ title, text }) => (
            <li key={title} className={classes.benefit}>
              <h3 className={classes.subtitle}>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className={classes.section} aria-labelledby="steps-title">
        <h2 id="steps-title">How to apply</h2>
        <ol className={classes.steps}>
          {applicationSteps.map(({ title, text }) => (
            <li key={title} className={classes.step}>
              <h3 className={classes.subtitle}>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={classes.contact} aria-labelledby="hr-title">
        <h2 id="hr-title">Contact HR</h2>
        <p>
          Write to <a href={`mailto:${companyDetails.hrEmail}`}>{companyDetails.hrEmail}</a> or call{' '}
          <a href={company.phone.href}>{company.phone.display}</a>. {reviewPromise}
        </p>
      </section>
    </>
  )
}

/** Apply Now does nothing, as specified (R83, D-22); the address below it works. */
function JobCard({ job }: { job: Job }) {
  const { title, summary, duties, requirements } = job
  return (
    <Card as="article" className={classes.card}>
      <h3>{title}</h3>
      <ul className={classes.facts}>
        {[everyJob.location, everyJob.contract, everyJob.term].map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <p>{summary}</p>
      <h4 className={classes.jobSubtitle}>What you will do</h4>
      <TextList texts={duties} />
      <h4 className={classes.jobSubtitle}>What you bring</h4>
      <TextList texts={requirements} />
      <div className={classes.end}>
        <Button aria-label={`Apply Now: ${title}`} data-inert>
          Apply Now
        </Button>
        <p className={classes.address}>
          Send your CV to{' '}
          <a href={`mailto:${companyDetails.hrEmail}?subject=${encodeURIComponent(title)}`}>{companyDetails.hrEmail}</a>
        </p>
      </div>
    </Card>
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
