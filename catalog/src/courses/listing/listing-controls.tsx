import { Link } from '@site/shared/navigation'
import { type CourseCategory, paths } from '@site/shared/paths'
import { ButtonLink, VisuallyHidden } from '@site/shared/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { categoryFilters, categoryLabel, findCourses, type ListingChoice, noChoice, selects } from './filters'
import classes from './listing.module.css'
import { filterLink } from './listing-address'

type ListingProps = { category: CourseCategory | undefined; choice: ListingChoice }

const filters = [{ value: undefined, label: 'All Courses' }, ...categoryFilters]

/**
 * Links, so that they work without scripts (R52, R55). The pressed one is marked in the next frame, before the slower
 * list follows.
 */
export function CategoryFilter({ category, choice }: ListingProps) {
  const [marked, setMarked] = useState({ listed: category, category })
  // The list has followed, or the visitor has gone back.
  if (marked.listed !== category) setMarked({ listed: category, category })
  const list = useRef<HTMLUListElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls the row to the chosen category on a narrow screen
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (list.current && link) list.current.scrollLeft = link.offsetLeft - list.current.clientWidth / 3
  }, [marked.category])

  return (
    <nav aria-label="Course categories">
      <ul className={classes.filters} ref={list}>
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

type ChoiceSelectsProps = { choice: ListingChoice; onChange: (change: Partial<ListingChoice>) => void }

export function ChoiceSelects({ choice, onChange }: ChoiceSelectsProps) {
  const row = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: takes over once what was chosen before hydration
  useEffect(() => {
    const shown = [...(row.current?.querySelectorAll('select') ?? [])].map(({ name, value }) => [name, value])
    const chosen = shown.filter(([name, value]) => value !== choice[name as keyof ListingChoice])
    // Only these: the address may also hold a search, which the first render does not know.
    if (chosen.length > 0) onChange(Object.fromEntries(chosen))
  }, [])

  return (
    <div className={classes.selects} ref={row}>
      {selects.map(({ name, label, options }) => (
        <label key={name} className={classes.label}>
          {label}
          <select
            name={name}
            className={classes.select}
            value={choice[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          >
            {Object.entries(options).map(([value, text]) => (
              <option key={value} value={value}>
                {value === noChoice.sort && !choice.search ? 'Recommended' : text}
              </option>
            ))}
          </select>
        </label>
      ))}
    </div>
  )
}

type SearchFormProps = { text: string; category: CourseCategory | undefined; onChange: (text: string) => void }

/** A real form: sent before hydration, it comes back with the search in its address (R51). */
export function SearchForm({ text, category, onChange }: SearchFormProps) {
  const input = useRef<HTMLInputElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: takes over what was typed before the page came alive, once
  useEffect(() => {
    const typed = input.current?.value
    if (typed && typed !== text) onChange(typed)
  }, [])

  function handleClear() {
    onChange('')
    input.current?.focus()
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    // Puts the keyboard of a phone away.
    input.current?.blur()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the role makes this form the landmark without another element
    <form role="search" action={paths.courses} onSubmit={handleSubmit}>
      <label htmlFor="course-search">
        <VisuallyHidden>Search by title or description</VisuallyHidden>
      </label>
      <div className={classes.field}>
        <input
          ref={input}
          className={classes.input}
          id="course-search"
          type="search"
          name="q"
          placeholder="Search courses..."
          autoComplete="off"
          enterKeyHint="search"
          maxLength={80}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
        {text && (
          <button type="button" className={classes.clear} onClick={handleClear}>
            Clear
            <VisuallyHidden> search</VisuallyHidden>
          </button>
        )}
      </div>
      {category && <input type="hidden" name="category" value={category} />}
    </form>
  )
}

export function NoCourses({ category, choice }: ListingProps) {
  const elsewhere = findCourses(undefined, choice).length
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
