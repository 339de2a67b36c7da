import { Navigate } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import type { ReactNode } from 'react'
import type { RouteObject } from 'react-router-dom'
import { Layout } from './layout/layout'
import { PageBoundary } from './layout/page-boundary'
import { type ModuleName, routeModules } from './remotes/route-modules'

type Options = {
  renderPage: (name: ModuleName) => ReactNode
  /** Called before a client navigation shows the page, to have its module ready; browser only. */
  prepare?: (name: ModuleName) => Promise<void>
  /** Called when a visitor asks again for a page that could not be loaded; browser only. */
  retry?: (name: ModuleName) => void
}

/**
 * The route table of browser and server: the routes, and `/` for any other path (R2, R3, R202).
 * No route has an error element, so unexpected errors reach the router's default page (R10).
 */
export function createRoutes({ renderPage, prepare, retry }: Options): RouteObject[] {
  const children = Object.entries(routeModules).map(([path, name]): RouteObject => {
    return {
      id: name,
      path,
      element: (
        <PageBoundary key={name} module={name} onRetry={retry && (() => retry(name))}>
          {renderPage(name)}
        </PageBoundary>
      ),
      ...(prepare && {
        loader: () => prepare(name).then(() => null),
        shouldRevalidate: () => false,
      }),
    }
  })
  return [
    { element: <Layout />, children: [...children, { path: '*', element: <Navigate to={paths.home} replace /> }] },
  ]
}
