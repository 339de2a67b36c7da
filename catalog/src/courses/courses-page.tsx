import { useCataloguePrices } from '@site/shared/cart'
import { company } from '@site/shared/company'
import { PageOpening } from '@site/shared/ui'
import { useRef } from 'react'
import { CourseCard } from './course-card'
import { courses } from './courses'
import classes from './courses-page.module.css'
import { GetStarted } from './get-started'
import { CategoryFilter } from './listing/category-filter'
import { ListingHead } from './listing/listing-head'
import { NoCourses } from './listing/no-courses'
import { SearchForm } from './listing/search-form'
import { SortSelect } from './listing/sort-select'
import { useListing } from './listing/use-listing'
import { useStepwiseLayout } from './listing/use-stepwise-layout'
import { WhyChoose } from './why-choose'

const FIRST_ROW = 3

export default function CoursesPage() {
  const { category, text, setText, search, sort, setSort, found } = useListing()
  const list = useRef<HTMLUListElement>(null)
  useCataloguePrices(courses)
  useStepwiseLayout(list)
  const choice = { search: text, sort }
  return (
    <>
      <ListingHead category={category} />
      <PageOpening
        title="Safety training courses"
        lead="Choose a subject or search for a word, compare length, level and price, and book online."
        variant="dark"
      >
        <SearchForm text={text} category={category} onChange={setText} />
      </PageOpening>
      <section className={classes.listing} aria-labelledby="available-courses">
        <CategoryFilter category={category} choice={choice} />
        <div className={classes.summary}>
          <div>
            <h2 id="available-courses">Available Courses</h2>
            <p className={classes.count} role="status">
              {`${found.length} courses found`}
            </p>
          </div>
          <SortSelect sort={sort} onChange={setSort} />
        </div>
        <noscript>
          <p className={classes.noScript}>
            {`The cart needs JavaScript. You can also book by phone on ${company.phone.display} or by e-mail to ${company.email}.`}
          </p>
        </noscript>
        {found.length === 0 && <NoCourses category={category} choice={{ ...choice, search }} />}
        <ul className={classes.grid} ref={list}>
          {found.map((course, index) => (
            <CourseCard key={course.id} course={course} isEager={index < FIRST_ROW} />
          ))}
        </ul>
      </section>
      <WhyChoose />
      <GetStarted />
    </>
  )
}
