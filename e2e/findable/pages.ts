import { courses } from '../support/courses'

const posts = ['1', '2', '3', '4', '5'].map((id) => `/blog/${id}`)
/** Each category of the listing is a page of its own for search engines. */
export const categories = [...new Set(courses.map(({ category }) => category))].map((it) => `/courses?category=${it}`)

/** Every page that search engines may show. */
export const publicPages = [
  ...['/', '/about', '/contact', '/courses', '/courses/citb-ssp', '/blog', '/careers', '/policies'],
  ...categories,
  ...posts,
]

/** Pages that are a visitor's own business. */
export const privatePages = ['/cart', '/login', '/signup', '/account', '/reset-password', '/checkout']
