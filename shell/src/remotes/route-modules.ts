import { paths } from '@site/shared/paths'

/** The one list of federated modules: route → module (R2, R4–R7). */
export const routeModules = {
  [paths.home]: 'shell/home-page',
  [paths.about]: 'shell/about-page',
  [paths.contact]: 'shell/contact-page',
  [paths.map]: 'shell/map-page',
  [paths.courses]: 'catalog/courses-page',
  [paths.safetyPlus]: 'catalog/safety-plus-page',
  [paths.blog]: 'content/blog-page',
  [`${paths.blog}/:id`]: 'content/blog-post-page',
  [paths.careers]: 'content/careers-page',
  [paths.policies]: 'content/policies-page',
  [paths.cart]: 'checkout/cart-page',
  [paths.signIn]: 'checkout/sign-in-page',
  [paths.signUp]: 'checkout/sign-up-page',
  [paths.checkout]: 'checkout/checkout-page',
  [paths.account]: 'checkout/account-page',
  [`${paths.account}/orders/:id`]: 'checkout/order-page',
  [paths.reset]: 'checkout/reset-page',
} as const

export type ModuleName = (typeof routeModules)[keyof typeof routeModules]

const alone: ReadonlySet<ModuleName> = new Set([
  'shell/map-page',
  'checkout/sign-in-page',
  'checkout/sign-up-page',
  'checkout/checkout-page',
  'checkout/account-page',
  'checkout/order-page',
  'checkout/reset-page',
])

/** Opens as a document of its own, without the scripts of pages before. */
export function isAlone(name: ModuleName): boolean {
  return alone.has(name)
}

export type Route = readonly [path: string, name: ModuleName]

const routes: readonly Route[] = Object.entries(routeModules)

/**
 * Routes that begin with the same word, so a page's cost does not grow with the site's remotes; all of them when none
 * does, and the router decides.
 */
export function routesNear(pathname: string): readonly Route[] {
  const start = startOf(pathname)
  const near = routes.filter(([path]) => startOf(path) === start)
  return near.length > 0 ? near : routes
}

function startOf(path: string): string | undefined {
  return path.split('/')[1]
}

export function ownerOf(name: ModuleName): string {
  return name.slice(0, name.indexOf('/'))
}
