import './styles/global.css'
import './styles/print.late.css'
// Its element is the document's, which the browser has already.
import './document/start-notice.module.css'
// Provided to remotes because it is imported here: a shared module the host does not import does not exist.
import '@site/shared/session'

import { siteConfig } from '@site/shared/site-config'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { App } from './app'
import { ROOT_ID } from './document/root-id'
import { FederatedPage } from './remotes/federated-page'
import { loadModule } from './remotes/load-module'
import { createPageModules } from './remotes/page-modules'
import { preloadOnIntent } from './remotes/preload-on-intent'
import { registerRemotes } from './remotes/register-remotes'
import { type ModuleName, ownerOf, routeModules } from './remotes/route-modules'
import { measureVitals } from './reports/measure-vitals'
import { reportCaught, reportFailures } from './reports/report-failures'
import { reportProgress } from './reports/report-progress'
import { WhenHydrated } from './reports/when-hydrated'
import { createRoutes } from './routes'
import { loadTypeface } from './typeface/load-typeface'
import { yieldToMain } from './yield-to-main'

reportFailures()

const container = document.getElementById(ROOT_ID)
if (!container) throw new Error(`The page has no element #${ROOT_ID}`)

registerRemotes(siteConfig().remotes)

const names: ModuleName[] = Object.values(routeModules)
const modules = createPageModules(loadModule)
const routes = createRoutes({
  renderPage: (name) => <FederatedPage name={name} modules={modules} />,
  prepare: (name) => (isReachable(name) ? modules.prepare(name) : leaveDocument()),
  retry: modules.retry,
})
const router = createBrowserRouter(routes, {
  // The server has rendered this page: no loader runs before hydration.
  hydrationData: { loaderData: Object.fromEntries(names.map((name) => [name, null])) },
})

/** A document of its own names no other remote: the pages of those are documents too. */
function isReachable(name: ModuleName): boolean {
  return ownerOf(name) === 'shell' || ownerOf(name) in siteConfig().remotes
}

/** The page stays until the browser shows the next document. */
function leaveDocument(): Promise<never> {
  const { location } = router.state.navigation
  if (location) window.location.assign(router.createHref(location))
  return new Promise(() => {})
}

preloadOnIntent(document, (name) => isReachable(name) && modules.preload(name))

void yieldToMain().then(() => {
  startTransition(() => {
    hydrateRoot(
      container,
      <WhenHydrated onHydrated={reportProgress}>
        <App publicUrl={siteConfig().publicUrl}>
          <RouterProvider router={router} />
        </App>
      </WhenHydrated>,
      { onCaughtError: reportCaught },
    )
  })
  void loadTypeface()
  measureVitals()
})

if (new URLSearchParams(window.location.search).has('boundaries')) {
  const showing = import(/* webpackChunkName: "boundaries" */ './boundaries/show-boundaries')
  void showing.then(({ showBoundaries }) => showBoundaries(document, siteConfig()))
}
