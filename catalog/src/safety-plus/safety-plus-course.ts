import type { CartCourse } from '@site/shared/course'

/** What a participant said (R73). */
export type Review = {
  id: number
  name: string
  /** 1 to 5. */
  rating: number
  comment: string
}

/** A course of the Safety Plus page with everything its dialog shows (R72); price in pounds, without VAT. */
export type SafetyPlusCourse = CartCourse & {
  badge: 'Classroom' | 'Online'
  shortDescription: string
  description: string
  syllabus: readonly string[]
  learningOutcomes: readonly string[]
  prerequisites: string
  assessment: string
  certificate: string
  validity: string
  passMark: string
  maxStudents: number
  startDates: readonly string[]
  location: string
  instructor: string
  reviews: readonly Review[]
}
