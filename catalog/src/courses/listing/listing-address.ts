import { type CourseCategory, coursesPath } from '@site/shared/paths'
import { type ListingChoice, noChoice, selects } from './filters'

/** All Courses leaves no query (R55), so a search that outlives that link travels in the history entry's state. */
export function readChoice(params: URLSearchParams, state: unknown): ListingChoice {
  const kept = Object(state)
  const choice = { ...noChoice }
  const search = params.get('q') ?? kept.search
  if (typeof search === 'string') choice.search = search.trim()
  for (const { name, options } of selects) {
    const chosen = params.get(name) ?? kept[name]
    if (typeof chosen === 'string' && Object.hasOwn(options, chosen)) choice[name] = chosen
  }
  return choice
}

/** Other parameters stay, `type` among them (D-07). */
export function writeChoice(params: URLSearchParams, { search, sort, level, place }: ListingChoice): URLSearchParams {
  const next = new URLSearchParams(params)
  const values = { q: search.trim(), sort: sort === noChoice.sort ? '' : sort, level, place }
  for (const [name, value] of Object.entries(values)) {
    next.delete(name)
    if (value) next.set(name, value)
  }
  return next
}

export function filterLink(category: CourseCategory | undefined, choice: ListingChoice) {
  const query = writeChoice(new URLSearchParams(), choice).toString()
  const to = coursesPath(category)
  if (!query) return { to }
  return category ? { to: `${to}&${query}` } : { to, state: choice }
}
