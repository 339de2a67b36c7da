import type { CartCourse } from '@site/shared/course'
import type { CourseCategory } from '@site/shared/paths'

export type CourseLevel = 'Beginner' | 'Intermediate' | 'Advanced'

/** How long a course takes (R64). */
export type CourseDuration = 'Half Day' | '1 Day' | '2 Days' | '3 Days' | '5 Days' | 'Self-paced'

export type CourseBadge = 'Popular' | 'CITB Certified' | 'Essential' | 'Online'

/** What is written down about one course; the rest follows from its id and its category. */
export type CourseFacts = {
  id: number
  title: string
  /** One sentence of at most 140 characters: what you learn and who it is for. */
  shortDescription: string
  /** Pounds, without VAT. */
  price: number
  duration: CourseDuration
  level: CourseLevel
  badge?: CourseBadge
}

/** A course of the listing (R62). */
export type Course = CartCourse & CourseFacts & { category: CourseCategory; isOnline: boolean }

/** Where the picture of a course is served (R57). */
export function courseImage(id: number): string {
  return `/images/courses/${id}.svg`
}

/** Id of a course's heading, for links and for search engines. */
export function courseAnchor(id: number): string {
  return `course-${id}`
}
