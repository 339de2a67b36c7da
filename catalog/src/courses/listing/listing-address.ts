import { type CourseCategory, coursesPath } from '@site/shared/paths'
import { levels, parseOption, places } from './filters'
import { parseSortOrder, type SortOrder } from './sort'

export type ListingChoice = { search: string; sort: SortOrder; level: string; place: string }

export const noChoice: ListingChoice = { search: '', sort: 'relevance', level: '', place: '' }

/** All Courses leaves no query (R55), so a search that outlives that link travels in the history entry's state. */
export function readChoice(params: URLSearchParams, state: unknown): ListingChoice {
  const kept = isRecord(state) ? state : {}
  const search = params.get('q') ?? kept.search
  return {
    search: typeof search === 'string' ? search : '',
    sort: parseSortOrder(params.get('sort') ?? kept.sort),
    level: parseOption(levels, params.get('level') ?? kept.level),
    place: parseOption(places, params.get('place') ?? kept.place),
  }
}

/** Other parameters stay, `type` among them (D-07). */
export function writeChoice(params: URLSearchParams, { search, sort, level, place }: ListingChoice): URLSearchParams {
  const next = new URLSearchParams(params)
  const values = { q: search.trim(), sort: sort === 'relevance' ? '' : sort, level, place }
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
