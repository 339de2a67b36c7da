import { type CourseCategory, paths } from '@site/shared/paths'
import { type FormEvent, useEffect, useRef } from 'react'
import classes from './search-form.module.css'

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
    <form className={classes.form} role="search" action={paths.courses} onSubmit={handleSubmit}>
      <label className={classes.label} htmlFor="course-search">
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
