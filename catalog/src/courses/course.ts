import type { CartCourse } from '@site/shared/course'
import type { CourseCategory } from '@site/shared/paths'

type CourseLevel = 'Beginner' | 'Intermediate' | 'Advanced'

export type CourseDuration = 'Half Day' | '1 Day' | '2 Days' | '3 Days' | '5 Days' | 'Self-paced'

type CourseBadge = 'Popular' | 'CITB Certified' | 'Essential' | 'Online'

export type CourseFacts = {
  id: number
  title: string
  /** At most 72 characters. */
  shortDescription: string
  /** Pounds, without VAT. */
  price: number
  duration: CourseDuration
  level: CourseLevel
  badge?: CourseBadge
}

export type Course = CartCourse & CourseFacts & { category: CourseCategory; isOnline: boolean }

/** Where the picture of a course is served (R57). */
export function courseImage(id: number): string {
  return `/images/courses/${id}.svg`
}

export function courseAnchor(id: number): string {
  return `course-${id}`
}
