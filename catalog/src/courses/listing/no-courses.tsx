import { Link } from '@site/shared/navigation'
import { type CourseCategory, paths } from '@site/shared/paths'
import { ButtonLink } from '@site/shared/ui'
import { courses } from '../courses'
import { categoryLabel, filterCourses } from './filters'
import classes from './listing.module.css'
import { filterLink, type ListingChoice } from './listing-address'

type NoCoursesProps = { category: CourseCategory | undefined; choice: ListingChoice }

export function NoCourses({ category, choice }: NoCoursesProps) {
  const elsewhere = filterCourses(courses, { ...choice, category: undefined }).length
  const wanted = choice.search.trim()
  return (
    <div className={classes.empty}>
      <p className={classes.message}>
        {`No course${category ? ` under ${categoryLabel(category)}` : ''} ${wanted ? `matches “${wanted}”` : 'fits your filters'}.`}
      </p>
      <p className={classes.advice}>
        Try a shorter or more general word, such as “fire” or “first aid”. If you need a course that is not listed,{' '}
        <Link to={paths.contact}>ask us about it</Link>.
      </p>
      <div className={classes.actions}>
        {elsewhere > 0 && (
          <ButtonLink {...filterLink(undefined, choice)} preventScrollReset>
            {`Search all courses (${elsewhere})`}
          </ButtonLink>
        )}
        <ButtonLink to={paths.courses} variant="secondary" preventScrollReset>
          Clear search and filters
        </ButtonLink>
      </div>
    </div>
  )
}
