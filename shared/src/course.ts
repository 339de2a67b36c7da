import { FIRST_COURSE_ID, LAST_COURSE_ID } from './constants'

/** What a course must carry to go into the cart (R94); price in pounds, image a path or URL. */
export type CartCourse = {
  id: number
  title: string
  duration: string
  price: number
  image: string
}

/** A course id is a whole number from 1 to 27 (R100). */
export function isCourseId(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= FIRST_COURSE_ID && Number(value) <= LAST_COURSE_ID
}
