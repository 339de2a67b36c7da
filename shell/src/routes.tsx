import { Navigate } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import type { SiteRoute } from '@site/shared/site-config'
import type { ReactNode } from 'react'
import { type PatchRoutesOnNavigationFunction, type RouteObject, redirectDocument } from 'react-router-dom'
import { Layout } from './layout/layout'
import { DocumentBoundary, PageBoundary } from './layout/page-boundary'
import type { ModuleName } from './remotes/route-modules'

type Options = {
  renderPage: (name: ModuleName) => ReactNode
  /** Browser only: readies the module before a client navigation. */
  prepare?: (route: SiteRoute) => Promise<void>
  retry?: (name: ModuleName) => void
}

const LAYOUT = 'layout'

/**
 * Known routes, and `/` for any other path (R2, R3, R202). No error elements: unexpected errors of an
 * interactive page reach the router's default page (R10).
 */
export function createRoutes(routes: readonly SiteRoute[], options: Options): RouteObject[] {
  const children = createPageRoutes(routes, options)
  const other = { path: '*', element: <Navigate to={paths.home} replace /> }
  const element = (
    <DocumentBoundary>
      <Layout />
    </DocumentBoundary>
  )
  return [{ id: LAYOUT, element, children: [...children, other] }]
}

type FindRoutes = (pathname: string, signal: AbortSignal) => Promise<readonly SiteRoute[]>

export function addRoutes(findRoutes: FindRoutes, options: Options): PatchRoutesOnNavigationFunction {
  return async ({ path, patch, signal }) => patch(LAYOUT, createPageRoutes(await findRoutes(path, signal), options))
}

function createPageRoutes(routes: readonly SiteRoute[], { renderPage, prepare, retry }: Options): RouteObject[] {
  return routes.map((route): RouteObject => {
    const { path, module: name, alone } = route
    return {
      id: path,
      path,
      element: (
        <PageBoundary key={name} module={name} onRetry={retry && (() => retry(name))}>
          {renderPage(name)}
        </PageBoundary>
      ),
      ...(prepare && {
        loader: ({ request }) => (alone ? redirectDocument(request.url) : prepare(route).then(() => null)),
        // Another post has blocks of its own.
        shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
      }),
    }
  })
}
