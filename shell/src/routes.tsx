import { Navigate } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import type { ReactNode } from 'react'
import type { PatchRoutesOnNavigationFunction, RouteObject } from 'react-router-dom'
import { Layout } from './layout/layout'
import { PageBoundary } from './layout/page-boundary'
import { type ModuleName, routesNear } from './remotes/route-modules'

type Options = {
  renderPage: (name: ModuleName) => ReactNode
  /** Called before a client navigation shows the page, to have its module ready; browser only. */
  prepare?: (name: ModuleName) => Promise<void>
  /** Called when a visitor asks again for a page that could not be loaded; browser only. */
  retry?: (name: ModuleName) => void
}

/** The route around all pages. */
const LAYOUT = 'layout'

/**
 * The route table of browser and server: the routes near an address, and `/` for any other path (R2, R3, R202).
 * No route has an error element, so unexpected errors reach the router's default page (R10).
 */
export function createRoutes(pathname: string, options: Options): RouteObject[] {
  const children = createPageRoutes(pathname, options)
  const other = { path: '*', element: <Navigate to={paths.home} replace /> }
  return [{ id: LAYOUT, element: <Layout />, children: [...children, other] }]
}

/** Adds the routes near the address that a visitor goes to: the table of the first page has its own. What is there stays. */
export function addRoutes(options: Options): PatchRoutesOnNavigationFunction {
  return ({ path, patch }) => patch(LAYOUT, createPageRoutes(path, options))
}

function createPageRoutes(pathname: string, { renderPage, prepare, retry }: Options): RouteObject[] {
  return routesNear(pathname).map(([path, name]) => ({
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
  }))
}
