import './styles/global.css'
import './styles/print.late.css'
import './document/start-notice.module.css'
// Provided to remotes because it is imported here: a shared module the host does not import does not exist.
import '@site/shared/session'
import { FindBlock } from '@site/shared/block'
import { type SiteBlock, type SiteRoute, siteConfig } from '@site/shared/site-config'
import { type ContextType, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { App } from './app'
import {
  forgetServerDocument,
  keepServerDocument,
  restoreState,
  showServerDocument,
  takeBackChanges,
} from './document/server-document'
import { ROOT_ID } from './document/start-event'
import { readMenu } from './header/menu'
import { createPageModules, FederatedPage } from './remotes/federated-page'
import { registerRemotes } from './remotes/federation/register-remotes'
import { loadModule } from './remotes/load-module'
import { preloadOnIntent } from './remotes/preload-on-intent'
import { findRoutes, knownFiles, learnFiles } from './remotes/site-files'
import { reportCaught, reportFailures, reportRepair } from './reports/report-failures'
import { reportProgress, WhenHydrated } from './reports/report-progress'
import { watchPresses } from './reports/watch-presses'
import { addRoutes, createRoutes } from './routes'
import { yieldToMain } from './yield-to-main'

/** One visit in ten is measured; the others do not fetch the code. */
const SAMPLED = 0.1

const PATIENCE_MS = 2_500

reportFailures()

const container = document.getElementById(ROOT_ID) as HTMLElement

registerRemotes(Object.entries(siteConfig().remotes))

const { routes } = siteConfig()
const page = container.querySelector('main > [data-boundary]')
const modules = createPageModules(async (name, options) => {
  const module = await loadModule(name, options)
  if (page) takeBackChanges(page)
  return module
})
const pages: Parameters<typeof addRoutes>[1] = {
  renderPage: (name) => (
    <WhenHydrated onHydrated={handlePage}>
      <FederatedPage name={name} modules={modules} />
    </WhenHydrated>
  ),
  prepare,
  retry: (name) => modules.stateOf(name).retry(),
}
const router = createBrowserRouter(createRoutes(routes, pages), {
  patchRoutesOnNavigation: addRoutes(findRoutesOrLeave, pages),
  // The server has rendered this page: no loader runs before hydration.
  hydrationData: { loaderData: Object.fromEntries(routes.map(({ path }) => [path, null])) },
})

function handlePage(): void {
  restoreState(container)
  // After errors of the page's effects.
  setTimeout(forgetServerDocument)
}

let isFirstView = true

function prepare({ module, blocks }: SiteRoute): Promise<void> {
  isFirstView = false
  forgetServerDocument()
  return modules.prepare(
    module,
    blocks?.map(({ name }) => name),
  )
}

const findBlock: ContextType<typeof FindBlock> = ({ name, props }) => {
  const shown = knownFiles().routes.flatMap<SiteBlock>(({ blocks }) => blocks ?? [])
  const block = shown.find((it) => it.name === name)
  // React keeps what the server sent in its place.
  if (block?.isStatic && isFirstView) return { kind: 'html', html: '' }
  return block && { kind: 'component', element: <FederatedPage name={name} modules={modules} props={props} /> }
}

/** An address whose routes do not come soon opens as a document of its own, unless the visitor goes elsewhere. */
async function findRoutesOrLeave(pathname: string, signal: AbortSignal) {
  const isLate = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS))
  const found = await Promise.race([findRoutes(pathname), isLate]).catch(() => undefined)
  return found ?? (signal.aborted ? [] : leaveDocument())
}

function leaveDocument(): Promise<never> {
  const { location, navigation } = router.state
  const way = navigation.historyAction === 'REPLACE' ? 'replace' : 'assign'
  window.location[way](router.createHref(navigation.location ?? location))
  return new Promise(() => {})
}

// A page kept for the Back button still waits for the document that took its place.
addEventListener('pageshow', ({ persisted }) => {
  const { location, navigation } = router.state
  if (!persisted || navigation.state === 'idle') return
  const { state } = location
  void router.navigate(router.createHref(location), { replace: true, state, preventScrollReset: true })
})

preloadOnIntent(document, modules, findRoutes)

const menu = readMenu(siteConfig().menu)

void yieldToMain().then(() => {
  takeBackChanges(container)
  keepServerDocument(container, page)
  startTransition(() => {
    hydrateRoot(
      container,
      <WhenHydrated onHydrated={() => void yieldToMain().then(reportProgress)}>
        <App publicUrl={siteConfig().publicUrl} menu={menu}>
          <FindBlock value={findBlock}>
            <RouterProvider router={router} />
          </FindBlock>
        </App>
      </WhenHydrated>,
      {
        onCaughtError: reportCaught,
        onRecoverableError(error, info) {
          restoreState(container)
          reportRepair(error, info)
        },
        onUncaughtError(error) {
          showServerDocument(container)
          reportCaught(error)
        },
      },
    )
  })
  watchPresses()
  if (Math.random() < SAMPLED) whenIdle(watchVitals)
  whenIdle(() => {
    void learnFiles().catch(() => {})
    // This site has none: one of an earlier site would go on showing that.
    void navigator.serviceWorker?.getRegistrations().then((all) => all.map((it) => it.unregister()))
  })
})

if (new URLSearchParams(window.location.search).has('boundaries')) {
  const showing = import(/* webpackChunkName: "boundaries" */ './boundaries/show-boundaries')
  void learnFiles()
    .catch(() => {})
    .then(async () => (await showing).showBoundaries(knownFiles()))
}

function watchVitals(): void {
  import(/* webpackChunkName: "vitals" */ './reports/vitals').then(
    (it) => it.watchVitals(),
    () => {},
  )
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 5_000 })
  else setTimeout(work, 1_000)
}
