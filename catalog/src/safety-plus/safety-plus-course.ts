import type { CartCourse } from '@site/shared/course'

export type Review = {
  id: number
  name: string
  rating: number
  comment: string
}

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
