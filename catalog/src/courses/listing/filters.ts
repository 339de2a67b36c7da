import type { CourseCategory } from '@site/shared/paths'
import type { Course } from '../course'

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

export const levels = [
  { value: 'beginner', label: 'Beginner' },
  { value: 'intermediate', label: 'Intermediate' },
  { value: 'advanced', label: 'Advanced' },
]

export const places = [
  { value: 'online', label: 'Online' },
  { value: 'in-person', label: 'In person' },
]

/** The value an address names; any other means all. */
export function parseOption(options: readonly { value: string }[], value: unknown): string {
  return options.find((option) => option.value === value)?.value ?? ''
}

type Wishes = { category: CourseCategory | undefined; search: string; level?: string; place?: string }

function matchesSearch({ title, shortDescription }: Course, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return title.toLowerCase().includes(wanted) || shortDescription.toLowerCase().includes(wanted)
}

export function filterCourses(courses: readonly Course[], { category, search, level, place }: Wishes): Course[] {
  return courses.filter(
    (course) =>
      (category === undefined || course.category === category) &&
      (!level || course.level.toLowerCase() === level) &&
      (!place || course.isOnline === (place === 'online')) &&
      matchesSearch(course, search),
  )
}
