import { type ComponentType, lazy, useState } from 'react'
import { ChunkLoadError, reportChunkLoadError } from './chunk-load-error'
import { showConnectionNotice } from './connection-notice'
import { loadModule, type PageModule } from './load-module'
import type { ModuleName } from './route-modules'

/** How long the page being left stays before the next one shows its spinner. */
const PATIENCE_MS = 1_000
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000]

const loaded = new Map<ModuleName, ComponentType>()
const loading = new Map<ModuleName, Promise<PageModule>>()

/** Fetches a page's module once; a failure is forgotten, so that the next call tries again. */
export function fetchPage(name: ModuleName): Promise<PageModule> {
  const promise = loading.get(name) ?? startLoading(name)
  loading.set(name, promise)
  return promise
}

function startLoading(name: ModuleName): Promise<PageModule> {
  return loadModule(name).then(
    (module) => {
      loaded.set(name, module.default)
      return module
    },
    (cause: unknown) => {
      loading.delete(name)
      const error = new ChunkLoadError(name, cause)
      reportChunkLoadError(error)
      throw error
    },
  )
}

/** Before a navigation: waits a moment for the module; what happens to it later is the page's concern. */
export function loadPageModule(name: ModuleName): Promise<void> {
  isFirstView = false
  const arrived = fetchPage(name).then(
    () => {},
    () => {},
  )
  return Promise.race([arrived, delay(PATIENCE_MS)])
}

/**
 * True until the first client navigation. The server's HTML is on the screen then: a module that
 * does not come is waited for, because a rejected import would replace good HTML by a message.
 */
let isFirstView = true

async function fetchForView(name: ModuleName): Promise<PageModule> {
  if (!isFirstView) return fetchPage(name)
  for (let attempt = 0; ; attempt++) {
    const module = await fetchPage(name).catch(() => undefined)
    if (module) return module
    showConnectionNotice()
    await delay(RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length - 1)] ?? 0)
  }
}

/** One page in the browser. The module is chosen once per mount: a page that is shown keeps its identity. */
export function FederatedPage({ name }: { name: ModuleName }) {
  const [Page] = useState<ComponentType>(() => loaded.get(name) ?? lazy(() => fetchForView(name)))
  return <Page />
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
