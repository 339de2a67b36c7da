import { FIRST_COURSE_ID, LAST_COURSE_ID } from './constants'

/** Pounds; image: path or URL (R94). */
export type CartCourse = {
  id: number
  title: string
  duration: string
  price: number
  image: string
}

/** Whole numbers from 1 to 27 (R100). */
export function isCourseId(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= FIRST_COURSE_ID && Number(value) <= LAST_COURSE_ID
}
