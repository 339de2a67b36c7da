import { Link } from '@site/shared/navigation'
import type { CourseCategory } from '@site/shared/paths'
import { useState } from 'react'
import classes from './category-filter.module.css'
import { categoryFilters } from './filters'
import { filterLink, type ListingChoice } from './listing-address'

type CategoryFilterProps = { category: CourseCategory | undefined; choice: ListingChoice }

const filters = [{ value: undefined, label: 'All Courses' }, ...categoryFilters]

/**
 * Links, so that they work without scripts (R52, R55). The pressed one is marked in the next frame, before the slower
 * list follows.
 */
export function CategoryFilter({ category, choice }: CategoryFilterProps) {
  const [marked, setMarked] = useState({ listed: category, category })
  // The list has followed, or the visitor has gone back.
  if (marked.listed !== category) setMarked({ listed: category, category })
  return (
    <nav aria-label="Course categories">
      <ul className={classes.filters}>
        {filters.map(({ value, label }) => (
          <li key={label}>
            <Link
              {...filterLink(value, choice)}
              className={classes.filter}
              preventScrollReset
              onNavigate={() => setMarked({ listed: category, category: value })}
              {...(value === marked.category && { 'aria-current': 'true' })}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
