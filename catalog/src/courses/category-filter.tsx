import { Link } from '@site/shared/navigation'
import type { CourseCategory } from '@site/shared/paths'
import classes from './category-filter.module.css'
import { categoryFilters } from './filters'
import { filterLink, type ListingChoice } from './listing-address'

type CategoryFilterProps = { category: CourseCategory | undefined; choice: ListingChoice }

const filters = [{ value: undefined, label: 'All Courses' }, ...categoryFilters]

/** The filter buttons: links, so that they work before and without scripts (R52, R55). */
export function CategoryFilter({ category, choice }: CategoryFilterProps) {
  return (
    <nav aria-label="Course categories">
      <ul className={classes.filters}>
        {filters.map(({ value, label }) => (
          <li key={label}>
            <Link
              {...filterLink(value, choice)}
              className={classes.filter}
              preventScrollReset
              {...(value === category && { 'aria-current': 'true' })}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
