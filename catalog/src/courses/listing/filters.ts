import type { CourseCategory } from '@site/shared/paths'
import type { Course, CourseDuration } from '../course'
import { courses } from '../courses'

export const categoryFilters: readonly { value: CourseCategory; label: string }[] = [
  { value: 'construction', label: 'Construction Safety' },
  { value: 'health', label: 'Health & Safety' },
  { value: 'food', label: 'Food Safety' },
  { value: 'mentalhealth', label: 'Mental Health First Aid' },
  { value: 'paediatric', label: 'Paediatric First Aid' },
  { value: 'online', label: 'Online Courses' },
  { value: 'management', label: 'Management' },
]

/** The category an address names; any other value, or none, means all (R53, D-14). */
export function parseCategory(value: string | null): CourseCategory | undefined {
  return categoryFilters.find((filter) => filter.value === value)?.value
}

export function categoryLabel(category: CourseCategory): string {
  return categoryFilters.find((filter) => filter.value === category)?.label ?? category
}

export function listingTitle(category: CourseCategory | undefined): string {
  return category ? `${categoryLabel(category).replace(/ Courses$/, '')} courses` : 'Courses'
}

export type ListingChoice = { search: string; sort: string; level: string; place: string }

export const noChoice: ListingChoice = { search: '', sort: 'relevance', level: '', place: '' }

/** The first option of each is that of `noChoice`. */
export const selects = [
  {
    name: 'level',
    label: 'Level',
    options: { '': 'Any level', beginner: 'Beginner', intermediate: 'Intermediate', advanced: 'Advanced' },
  },
  {
    name: 'place',
    label: 'Place',
    options: { '': 'Any place', online: 'Online', 'in-person': 'In person' },
  },
  {
    name: 'sort',
    label: 'Sort by',
    options: { relevance: 'Relevance', price: 'Price (lowest first)', duration: 'Duration (shortest first)' },
  },
] as const

// A self-paced course has no fixed length, so it comes after those that have one.
const days: Readonly<Record<CourseDuration, number>> = {
  'Half Day': 0.5,
  '1 Day': 1,
  '2 Days': 2,
  '3 Days': 3,
  '5 Days': 5,
  'Self-paced': 100,
}

const NO_MATCH = 3

/** 0: its title starts with the text. 1: its title contains it. 2: its description does. */
function rankOf({ title, shortDescription }: Course, wanted: string): number {
  const at = title.toLowerCase().indexOf(wanted)
  if (at >= 0) return Math.min(at, 1)
  return shortDescription.toLowerCase().includes(wanted) ? 2 : NO_MATCH
}

/** Courses that meet all wishes, in the chosen order; equals keep the order of relevance. */
export function findCourses(
  category: CourseCategory | undefined,
  { search, sort, level, place }: ListingChoice,
): Course[] {
  const wanted = search.trim().toLowerCase()
  const found = courses
    .filter(
      (course) =>
        (category === undefined || course.category === category) &&
        (!level || course.level.toLowerCase() === level) &&
        (!place || course.isOnline === (place === 'online')) &&
        rankOf(course, wanted) < NO_MATCH,
    )
    .sort((a, b) => rankOf(a, wanted) - rankOf(b, wanted))
  if (sort === 'price') return found.sort((a, b) => a.price - b.price)
  if (sort === 'duration') return found.sort((a, b) => days[a.duration] - days[b.duration])
  return found
}
