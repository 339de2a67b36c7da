import { SITE_CONFIG_ID, siteConfig } from './site-config'

/** Pounds; image: path or URL (R94). */
export type CartCourse = { id: number; title: string; duration: string; price: number; image: string }

/** The API stores ids as 32-bit integers. */
export const MAX_COURSE_ID = 2_147_483_647

/** A course of any release. */
export function isCourseId(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_COURSE_ID
}

/** True for courses of the composition that this document belongs to (R100). A package's own harness sells all. */
export function isSold(id: number): boolean {
  const { courses } = document.getElementById(SITE_CONFIG_ID) ? siteConfig() : {}
  if (courses === undefined) return true
  return courses.split(',').some((range) => {
    const [first, last = first] = range.split('-').map(Number)
    return id >= Number(first) && id <= Number(last)
  })
}
