import { company } from '@site/shared/company'
import { STATISTICS } from '@site/shared/constants'
import { PageHead } from '@site/shared/page-head'
import { paths } from '@site/shared/paths'
import { ButtonLink, PageOpening } from '@site/shared/ui'
import { useId } from 'react'
import classes from './about-page.module.css'
import { directors, type Person, team } from './team'

const values = [
  { title: 'Plain speaking', text: 'Safety advice only works when everyone on the job understands it.' },
  { title: 'The right course', text: 'We would rather suggest a shorter course than sell one you do not need.' },
  { title: 'Respect for time', text: 'Clear durations, clear prices and quick answers, so that work can be planned.' },
  { title: 'Open to everyone', text: 'We ask about access and language needs early, and pass them to the provider.' },
]

export default function AboutPage() {
  return (
    <>
      <PageHead
        title="About Us"
        description={`Who ${company.shortName} are: our story, mission and values, our two directors and the team that helps you book safety training.`}
        path={paths.about}
        image="/og/about.jpg"
      />
      <PageOpening
        title="About Us"
        lead="We help people and companies across the UK find the safety training their work calls for, and book it without fuss."
      />
      <div className={classes.texts}>
        <section aria-labelledby="story-title">
          <h2 id="story-title">Our story</h2>
          <p>
            {`Finding the right safety course can be harder than passing it. Names and levels overlap, cards expire, and a site or kitchen rarely stops to wait. For ${STATISTICS.years} years we have made that part simple: one place to compare courses, see the price and book.`}
          </p>
          <p>
            {`${STATISTICS.trained} people have trained with our help, and ${STATISTICS.clients} companies have booked for their teams. The courses themselves are delivered by independent accredited providers.`}
          </p>
        </section>
        <section aria-labelledby="mission-title">
          <h2 id="mission-title">Our mission</h2>
          <p>
            Everyone should go home from work as well as they arrived. We work towards that by making good training easy
            to find, easy to understand and easy to book.
          </p>
        </section>
      </div>
      <section className={classes.values} aria-labelledby="values-title">
        <h2 id="values-title">Our values</h2>
        <ul className={classes.valueList}>
          {values.map(({ title, text }) => (
            <li key={title} className={classes.value}>
              <h3 className={classes.valueTitle}>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <People title="Our directors" people={directors} />
      <People title="Our team" people={team} />
      <section className={classes.closing} aria-labelledby="closing-title">
        <h2 id="closing-title">Talk to us</h2>
        <p>Tell us what you need, and one of the people above will answer.</p>
        <ButtonLink to={paths.contact}>Contact us</ButtonLink>
      </section>
    </>
  )
}

function People({ title, people }: { title: string; people: readonly Person[] }) {
  const id = useId()
  return (
    <section className={classes.group} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={classes.list}>
        {people.map(({ name, role, line, image }) => (
          <li key={name} className={classes.person}>
            <img className={classes.image} src={image} alt="" width="240" height="240" fetchPriority="low" />
            <div>
              <h3 className={classes.name}>{name}</h3>
              <p className={classes.role}>{role}</p>
              <p>{line}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
