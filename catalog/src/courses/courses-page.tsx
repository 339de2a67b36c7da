import { useCataloguePrices } from '@site/shared/cart'
import { company } from '@site/shared/company'
import { SAFETY_PLUS } from '@site/shared/constants'
import { formatPounds } from '@site/shared/money'
import { PageHead } from '@site/shared/page-head'
import { type CourseCategory, coursesPath } from '@site/shared/paths'
import { PageOpening } from '@site/shared/ui'
import { useRef } from 'react'
import { WithoutScripts } from '../without-scripts'
import { CourseCard } from './course-card'
import { courses } from './courses'
import classes from './courses-page.module.css'
import { GetStarted } from './get-started'
import { listingTitle } from './listing/filters'
import { CategoryFilter, ChoiceSelects, NoCourses, SearchForm } from './listing/listing-controls'
import { useListing } from './listing/use-listing'

const soldElsewhere = Object.values(SAFETY_PLUS)

const features = [
  { title: 'Accredited providers', text: 'Every course is delivered by an independent accredited provider.' },
  { title: 'The full price in view', text: 'Every price is shown without and with VAT. Nothing is added later.' },
  { title: 'No account needed', text: 'Book up to five places and pay by card or PayPal, signed in or not.' },
  { title: 'People who answer', text: `Phone, e-mail and chat from ${company.opensAt} to ${company.closesAt}.` },
]

export default function CoursesPage() {
  const { category, choice, setText, search, setChoice, found } = useListing()
  const summary = useRef<HTMLDivElement>(null)
  useCataloguePrices(courses, soldElsewhere)

  function handleSearch(typed: string) {
    setText(typed)
    summary.current?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <>
      <PageHead
        title={listingTitle(category)}
        description={describe(category)}
        path={coursesPath(category)}
        image="/og/courses.jpg"
      />
      <PageOpening
        title="Safety training courses"
        lead="Choose a subject or search for a word, compare length, level and price, and book online."
        variant="dark"
      >
        <SearchForm text={choice.search} category={category} onChange={handleSearch} />
      </PageOpening>
      <section className={classes.listing} aria-labelledby="available-courses">
        <CategoryFilter category={category} choice={choice} />
        <div className={classes.summary} ref={summary}>
          <div>
            <h2 id="available-courses">Available Courses</h2>
            <p className={classes.count} role="status">
              {`${found.length} courses found`}
            </p>
          </div>
          <ChoiceSelects choice={choice} onChange={setChoice} />
        </div>
        <WithoutScripts className={classes.noScript} what="The cart, the search and the lists need" />
        {found.length === 0 && <NoCourses category={category} choice={{ ...choice, search }} />}
        <ul className={classes.grid}>
          {found.map((course) => (
            <CourseCard key={course.id} course={course} />
          ))}
        </ul>
      </section>
      <WhyChoose />
      <GetStarted />
    </>
  )
}

function describe(category: CourseCategory | undefined): string {
  if (!category) {
    return `Compare ${courses.length} safety training courses by subject, length, level and price: construction, first aid, food safety and more, in the classroom or online.`
  }
  const prices = courses.filter((course) => course.category === category).map(({ price }) => price)
  return `${listingTitle(category)} from ${formatPounds(Math.min(...prices))} plus VAT, with the length and level of each. Book a place online for yourself, or train a whole team.`
}

function WhyChoose() {
  return (
    <section className={classes.why} aria-labelledby="why-choose">
      <h2 className={classes.heading} id="why-choose">
        {`Why Choose ${company.shortName}`}
      </h2>
      <ul className={classes.features}>
        {features.map(({ title, text }) => (
          <li key={title} className={classes.feature}>
            <h3 className={classes.featureTitle}>{title}</h3>
            <p className={classes.featureText}>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
