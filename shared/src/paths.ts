/** Addresses that code links to (R2); manifests repeat theirs. */
export const paths = {
  home: '/',
  about: '/about',
  courses: '/courses',
  safetyPlus: '/courses/citb-ssp',
  blog: '/blog',
  careers: '/careers',
  contact: '/contact',
  /** A frame of the contact page (D-24). */
  map: '/map',
  policies: '/policies',
  cart: '/cart',
  signIn: '/login',
  signUp: '/signup',
  checkout: '/checkout',
  account: '/account',
  reset: '/reset-password',
} as const

/** R77. */
export const blogPostPath = (id: string): string => `${paths.blog}/${encodeURIComponent(id)}`

/** R201. */
export const orderPath = (orderId: string): string => `${paths.account}/orders/${encodeURIComponent(orderId)}`

/** R53, D-14. */
export const courseCategories = [
  'construction',
  'health',
  'food',
  'mentalhealth',
  'paediatric',
  'online',
  'management',
] as const

export type CourseCategory = (typeof courseCategories)[number]

/** R55. */
export function coursesPath(category?: CourseCategory): string {
  return category ? `${paths.courses}?category=${category}` : paths.courses
}
