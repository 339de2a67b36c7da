import { paths } from '@site/shared/paths'

/** Which package's exposed module renders which route: the one list of federated modules (R2, R4–R7). */
export const routeModules = {
  [paths.home]: 'shell/home-page',
  [paths.about]: 'shell/about-page',
  [paths.contact]: 'shell/contact-page',
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

export type Route = readonly [path: string, name: ModuleName]

const routes: readonly Route[] = Object.entries(routeModules)

/**
 * The routes that an address can lead to, since the others begin with another word: what a page costs does not grow with the
 * remotes of the site. Of an address that none begins like, all of them: the router judges what is written in another way.
 */
export function routesNear(pathname: string): readonly Route[] {
  const start = startOf(pathname)
  const near = routes.filter(([path]) => startOf(path) === start)
  return near.length > 0 ? near : routes
}

/** `/courses/citb-ssp` → `courses`. */
function startOf(path: string): string | undefined {
  return path.split('/')[1]
}

/** `catalog/courses-page` → `catalog`. */
export function ownerOf(name: ModuleName): string {
  return name.slice(0, name.indexOf('/'))
}
