import './styles/global.css'
import './styles/print.late.css'
// Styles an element that the document has already.
import './document/start-notice.module.css'
// 10.2 10.5
import '@site/shared/session'

import { siteConfig } from '@site/shared/site-config'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { App } from './app'
import { ROOT_ID } from './document/root-id'
import { FederatedPage } from './remotes/federated-page'
import { registerRemotes } from './remotes/federation/register-remotes'
import { loadModule } from './remotes/load-module'
import { createPageModules } from './remotes/page-modules'
import { preloadOnIntent } from './remotes/preload-on-intent'
import { type ModuleName, ownerOf, routeModules } from './remotes/route-modules'
import { findPackage, isShownHere, knownFiles, learnFiles } from './remotes/site-files'
import { reportCaught, reportFailures, reportRepair } from './reports/report-failures'
import { reportProgress } from './reports/report-progress'
import { watchSampledVisit } from './reports/watch-sampled-visit'
import { WhenHydrated } from './reports/when-hydrated'
import { addRoutes, createRoutes } from './routes'
import { whenIdle } from './when-idle'
import { yieldToMain } from './yield-to-main'

reportFailures()

const container = document.getElementById(ROOT_ID)
if (!container) throw new Error(`The page has no element #${ROOT_ID}`)

registerRemotes(Object.entries(siteConfig().remotes))

const names: ModuleName[] = Object.values(routeModules)
const modules = createPageModules(loadModule)
const pages: Parameters<typeof addRoutes>[0] = {
  renderPage: (name) => <FederatedPage name={name} modules={modules} />,
  prepare,
  retry: modules.retry,
}
const router = createBrowserRouter(createRoutes(window.location.pathname, pages), {
  patchRoutesOnNavigation: addRoutes(pages),
  hydrationData: { loaderData: Object.fromEntries(names.map((name) => [name, null])) },
})

function prepare(name: ModuleName): Promise<void> {
  if (!isShownHere(ownerOf(name))) return leaveDocument()
  // A network failure shows when the module does not come.
  const isFound = findPackage(ownerOf(name)).catch(() => true)
  void isFound.then((it) => it || leaveDocument())
  return modules.prepare(name)
}

function leaveDocument(): Promise<never> {
  const { location, navigation } = router.state
  window.location.assign(router.createHref(navigation.location ?? location))
  return new Promise(() => {})
}

preloadOnIntent(document, modules.preload)

void yieldToMain().then(() => {
  startTransition(() => {
    hydrateRoot(
      container,
      <WhenHydrated onHydrated={() => void yieldToMain().then(reportProgress)}>
        <App publicUrl={siteConfig().publicUrl}>
          <RouterProvider router={router} />
        </App>
      </WhenHydrated>,
      { onCaughtError: reportCaught, onRecoverableError: reportRepair },
    )
  })
  watchSampledVisit()
  whenIdle(() => {
    void learnFiles().catch(() => {})
    forgetKeptTypeface()
  })
})

function forgetKeptTypeface(): void {
  try {
    localStorage.removeItem('typeface')
  } catch {}
}

if (new URLSearchParams(window.location.search).has('boundaries')) {
  const showing = import(/* webpackChunkName: "boundaries" */ './boundaries/show-boundaries')
  void learnFiles()
    .catch(() => {})
    .then(async () => (await showing).showBoundaries(knownFiles()))
}
