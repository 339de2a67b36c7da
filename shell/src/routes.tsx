import { Navigate } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import type { ReactNode } from 'react'
import { type PatchRoutesOnNavigationFunction, type RouteObject, redirectDocument } from 'react-router-dom'
import { Layout } from './layout/layout'
import { DocumentBoundary, PageBoundary } from './layout/page-boundary'
import { isAlone, type ModuleName, routesNear } from './remotes/route-modules'

type Options = {
  renderPage: (name: ModuleName) => ReactNode
  /** Browser only: readies the module before a client navigation. */
  prepare?: (name: ModuleName) => Promise<void>
  retry?: (name: ModuleName) => void
}

const LAYOUT = 'layout'

/**
 * Routes near an address, and `/` for any other path (R2, R3, R202). No error elements: unexpected errors of an
 * interactive page reach the router's default page (R10).
 */
export function createRoutes(pathname: string, options: Options): RouteObject[] {
  const children = createPageRoutes(pathname, options)
  const other = { path: '*', element: <Navigate to={paths.home} replace /> }
  const element = (
    <DocumentBoundary>
      <Layout />
    </DocumentBoundary>
  )
  return [{ id: LAYOUT, element, children: [...children, other] }]
}

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
      loader: ({ request }) => (isAlone(name) ? redirectDocument(request.url) : prepare(name).then(() => null)),
      shouldRevalidate: () => false,
    }),
  }))
}
