import { Link } from '@site/shared/navigation'
import { type CourseCategory, paths } from '@site/shared/paths'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { categoryFilters, levels, places } from './filters'
import classes from './listing.module.css'
import { filterLink, type ListingChoice } from './listing-address'
import { parseSortOrder, sortOrders } from './sort'

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

const anyLevel = [{ value: '', label: 'Any level' }, ...levels]
const anyPlace = [{ value: '', label: 'Any place' }, ...places]

type ChoiceSelectsProps = { choice: ListingChoice; onChange: (change: Partial<ListingChoice>) => void }

export function ChoiceSelects({ choice, onChange }: ChoiceSelectsProps) {
  const orders = sortOrders.map(({ value, label }) => ({
    value,
    label: value === 'relevance' && !choice.search ? 'Recommended' : label,
  }))
  const selects = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: takes over once what was chosen before hydration
  useEffect(() => {
    const chosen = [...(selects.current?.querySelectorAll('select') ?? [])].map(({ name, value }) => [name, value])
    const change: ListingChoice = { ...choice, ...Object.fromEntries(chosen) }
    if (JSON.stringify(change) !== JSON.stringify(choice)) onChange(change)
  }, [])

  return (
    <div className={classes.selects} ref={selects}>
      <Select
        name="level"
        label="Level"
        value={choice.level}
        options={anyLevel}
        onChange={(level) => onChange({ level })}
      />
      <Select
        name="place"
        label="Place"
        value={choice.place}
        options={anyPlace}
        onChange={(place) => onChange({ place })}
      />
      <Select
        name="sort"
        label="Sort by"
        value={choice.sort}
        options={orders}
        onChange={(value) => onChange({ sort: parseSortOrder(value) })}
      />
    </div>
  )
}

type SelectProps = {
  name: string
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

function Select({ name, label, value, options, onChange }: SelectProps) {
  return (
    <label className={classes.label}>
      {label}
      <select name={name} className={classes.select} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}

type SearchFormProps = {
  text: string
  category: CourseCategory | undefined
  onChange: (text: string) => void
}

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
      <label className={classes.hidden} htmlFor="course-search">
        Search by title or description
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
            <span className={classes.hidden}> search</span>
          </button>
        )}
      </div>
      {category && <input type="hidden" name="category" value={category} />}
    </form>
  )
}
