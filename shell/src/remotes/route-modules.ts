import { routesNear, type SiteRoute } from '@site/shared/site-config'
import { matchRoutes } from 'react-router-dom'

/** `catalog/courses-page` */
export type ModuleName = string

export function ownerOf(name: ModuleName): string {
  return name.slice(0, name.indexOf('/'))
}

export function findRoute(routes: readonly SiteRoute[], pathname: string): SiteRoute | undefined {
  const near = routesNear(routes, pathname)
  const found = matchRoutes(
    near.map(({ path }) => ({ path, id: path })),
    pathname,
  )
  return near.find(({ path }) => path === found?.at(-1)?.route.id)
}
