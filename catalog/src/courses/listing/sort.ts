import type { Course, CourseDuration } from '../course'

export const sortOrders = [
  { value: 'relevance', label: 'Relevance' },
  { value: 'price', label: 'Price (lowest first)' },
  { value: 'duration', label: 'Duration (shortest first)' },
] as const

export type SortOrder = (typeof sortOrders)[number]['value']

export function parseSortOrder(value: unknown): SortOrder {
  return sortOrders.find((order) => order.value === value)?.value ?? 'relevance'
}

// A self-paced course has no fixed length, so it comes after those that have one.
const days: Readonly<Record<CourseDuration, number>> = {
  'Half Day': 0.5,
  '1 Day': 1,
  '2 Days': 2,
  '3 Days': 3,
  '5 Days': 5,
  'Self-paced': 100,
}

function distance({ title }: Course, search: string): number {
  const at = title.toLowerCase().indexOf(search.trim().toLowerCase())
  if (at === 0) return 0
  return at > 0 ? 1 : 2
}

/** Courses in the chosen order; equals keep the order of relevance. Does not change its argument. */
export function sortCourses(courses: readonly Course[], order: SortOrder, search: string): Course[] {
  const relevant = [...courses].sort((a, b) => distance(a, search) - distance(b, search))
  if (order === 'price') return relevant.sort((a, b) => a.price - b.price)
  if (order === 'duration') return relevant.sort((a, b) => days[a.duration] - days[b.duration])
  return relevant
}
