import { type CourseCategory, coursesPath } from '@site/shared/paths'
import { parseSortOrder, type SortOrder } from './sort'

export type ListingChoice = { search: string; sort: SortOrder }

export const noChoice: ListingChoice = { search: '', sort: 'relevance' }

/** All Courses leaves no query (R55), so a search that outlives that link travels in the history entry's state. */
export function readChoice(params: URLSearchParams, state: unknown): ListingChoice {
  const kept = isRecord(state) ? state : {}
  const search = params.get('q') ?? kept.search
  return {
    search: typeof search === 'string' ? search : '',
    sort: parseSortOrder(params.get('sort') ?? kept.sort),
  }
}

/** Other parameters stay, `type` among them (D-07). */
export function writeChoice(params: URLSearchParams, { search, sort }: ListingChoice): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('q')
  next.delete('sort')
  if (search.trim()) next.set('q', search.trim())
  if (sort !== 'relevance') next.set('sort', sort)
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
