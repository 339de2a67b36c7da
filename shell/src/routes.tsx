import { Navigate } from '@site/shared/navigation'
import { paths } from '@site/shared/paths'
import type { ReactNode } from 'react'
import { type RouteObject, redirectDocument } from 'react-router-dom'
import { Layout } from './layout/layout'
import { PageBoundary } from './layout/page-boundary'
import { type ModuleName, routeModules } from './remotes/route-modules'

/**
 * Pages that reach another host are fetched as documents, never shown inside another page's: the
 * policy that allows the host comes with the document.
 */
const ownDocument: ReadonlySet<ModuleName> = new Set(['shell/contact-page'])

type Options = {
  renderPage: (name: ModuleName) => ReactNode
  /** Called before a client navigation shows the page, to have its module ready; browser only. */
  prepare?: (name: ModuleName) => Promise<void>
  /** Called when a visitor asks again for a page that could not be loaded; browser only. */
  retry?: (name: ModuleName) => void
}

/**
 * The route table of browser and server: the 13 routes, and `/` for any other path (R2, R3).
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
        loader: ({ request }) =>
          ownDocument.has(name) ? redirectDocument(request.url) : prepare(name).then(() => null),
        shouldRevalidate: () => false,
      }),
    }
  })
  return [
    { element: <Layout />, children: [...children, { path: '*', element: <Navigate to={paths.home} replace /> }] },
  ]
}
