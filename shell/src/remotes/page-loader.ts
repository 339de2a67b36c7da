import { type ComponentType, lazy } from 'react'
import { ChunkLoadError, reportChunkLoadError } from './chunk-load-error'
import { showConnectionNotice } from './connection-notice'
import type { PageModule } from './load-module'
import type { ModuleName } from './route-modules'

/** How long the page being left stays before the next one shows its spinner. */
const PATIENCE_MS = 1_000
const FIRST_RETRY_MS = 1_000
const SLOWEST_RETRY_MS = 30_000

/** `isFresh`: past the browser's cache, which may hold what was damaged on its way. */
type LoadPage = (name: ModuleName, options: { isFresh: boolean }) => Promise<PageModule>
export type PageLoader = ReturnType<typeof createPageLoader>

/**
 * Loads the pages' modules and knows which are there. On the first view the server's HTML is on the
 * screen: a module that does not come is then waited for, because a rejected import would replace
 * good HTML by a message. From the first client navigation on, a failure is the page's to show.
 */
export function createPageLoader(load: LoadPage) {
  const loaded = new Map<ModuleName, ComponentType>()
  const loading = new Map<ModuleName, Promise<PageModule>>()
  const fresh = new Set<ModuleName>()
  const attempts = new Map<ModuleName, Promise<PageModule>>()
  const views = new Map<ModuleName, ComponentType>()
  let isFirstView = true

  /** Fetches a module once; a failure is reported and forgotten, so that the next call tries again. */
  function fetch(name: ModuleName): Promise<PageModule> {
    const promise = loading.get(name) ?? load(name, { isFresh: fresh.delete(name) }).then(remember(name), forget(name))
    loading.set(name, promise)
    return promise
  }

  const remember = (name: ModuleName) => (module: PageModule) => {
    loaded.set(name, module.default)
    return module
  }

  const forget = (name: ModuleName) => (cause: unknown) => {
    loading.delete(name)
    const error = new ChunkLoadError(name, cause)
    reportChunkLoadError(error)
    throw error
  }

  /** Waits a moment for the module of the page a navigation leads to. */
  function prepare(name: ModuleName): Promise<void> {
    isFirstView = false
    renew(name)
    const attempt = fetch(name)
    attempts.set(name, attempt)
    const settled = attempt.then(
      () => {},
      () => {},
    )
    return Promise.race([settled, delay(PATIENCE_MS)])
  }

  /** @throws ChunkLoadError on a later navigation; never on the first view */
  async function fetchForView(name: ModuleName): Promise<PageModule> {
    if (!isFirstView) return takeAttempt(name) ?? fetch(name)
    for (let wait = FIRST_RETRY_MS; ; wait = Math.min(wait * 2, SLOWEST_RETRY_MS)) {
      const module = await fetch(name).catch(() => undefined)
      if (module) return module
      showConnectionNotice()
      await delay(wait)
    }
  }

  /** What the navigation has begun is not asked for twice. */
  function takeAttempt(name: ModuleName): Promise<PageModule> | undefined {
    const attempt = attempts.get(name)
    attempts.delete(name)
    return attempt
  }

  /**
   * The component that shows a page. React throws away the state of what suspends before it is mounted,
   * so a component that is still loading, or has failed, must be found here again.
   */
  function view(name: ModuleName): ComponentType {
    const component = loaded.get(name) ?? views.get(name) ?? lazy(() => fetchForView(name))
    views.set(name, component)
    return component
  }

  /** Lets a page whose module could not be loaded ask for it again. */
  function renew(name: ModuleName): void {
    if (!loading.has(name)) views.delete(name)
  }

  /** What a visitor asks for who has seen that the page could not be loaded. */
  function retry(name: ModuleName): void {
    fresh.add(name)
    renew(name)
  }

  return { fetch, prepare, view, retry }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
