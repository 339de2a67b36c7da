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
import { type ModuleName, routeModules } from './remotes/route-modules'
import { measureVitals } from './reports/measure-vitals'
import { reportCaught, reportFailures } from './reports/report-failures'
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
  prepare: modules.prepare,
  retry: modules.retry,
})
const router = createBrowserRouter(routes, {
  // The server has rendered this page: no loader runs before hydration.
  hydrationData: { loaderData: Object.fromEntries(names.map((name) => [name, null])) },
})

preloadOnIntent(document, modules.preload)

void yieldToMain().then(() => {
  startTransition(() => {
    hydrateRoot(
      container,
      <App publicUrl={siteConfig().publicUrl}>
        <RouterProvider router={router} />
      </App>,
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
