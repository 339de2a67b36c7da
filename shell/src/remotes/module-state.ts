import { type ComponentType, lazy } from 'react'
import { ChunkLoadError, reportChunkLoadError } from './chunk-load-error'
import { showConnectionNotice } from './connection-notice'
import type { LoadModule, PageModule } from './load-module'
import { rest } from './rest'
import type { ModuleName } from './route-modules'

const FIRST_REST_MS = 1_000
const LONGEST_REST_MS = 30_000

type State =
  | { type: 'absent'; failures: number; restsUntil: number }
  | { type: 'loading'; promise: Promise<PageModule> }
  | { type: 'loaded'; promise: Promise<PageModule>; component: ComponentType }

/** The module of one page: whether it is there, and the component that shows the page meanwhile. */
export function createModuleState(name: ModuleName, load: LoadModule) {
  let state: State = { type: 'absent', failures: 0, restsUntil: 0 }
  // React throws away the state of what suspends before it is mounted: it must find the same component again.
  let view: ComponentType | undefined
  const firstView = new AbortController()

  /** Asks unless it is there or on its way; after a failure the next call asks again. */
  function fetch({ isFresh = false, isSilent = false } = {}): Promise<PageModule> {
    if (state.type !== 'absent') return state.promise
    const { failures } = state
    const promise = load(name, { isFresh }).then(remember, (cause) => {
      state = { type: 'absent', failures: failures + 1, restsUntil: Date.now() + restAfter(failures + 1) }
      const error = new ChunkLoadError(name, cause)
      if (!isSilent) reportChunkLoadError(error)
      throw error
    })
    state = { type: 'loading', promise }
    return promise
  }

  function remember(module: PageModule): PageModule {
    state = { type: 'loaded', promise: Promise.resolve(module), component: module.default }
    return module
  }

  /** For as long as the visitor stays on the first view; only the first failure is reported. */
  async function keepAsking(): Promise<PageModule> {
    for (let isSilent = false; ; isSilent = true) {
      const module = await fetch({ isSilent }).catch(showConnectionNotice)
      if (module) return module
      await rest(state.type === 'absent' ? restAfter(state.failures) : 0, firstView.signal)
      // Nobody looks at what this would show.
      if (firstView.signal.aborted) return new Promise(() => {})
    }
  }

  return {
    preload(): void {
      const isResting = state.type === 'absent' && Date.now() < state.restsUntil
      // A failure shows when the page is opened, not before.
      if (!isResting) fetch().catch(ignore)
    },
    prepare(): Promise<void> {
      const attempt = fetch()
      // What the navigation has begun is not asked for twice.
      view = lazy(() => attempt)
      return attempt.then(ignore, ignore)
    },
    view(): ComponentType {
      if (state.type === 'loaded') return state.component
      view ??= lazy(keepAsking)
      return view
    },
    retry(): void {
      view = lazy(() => fetch({ isFresh: true }))
    },
    /** The visitor goes on to another page. */
    leave(): void {
      firstView.abort()
    },
  }
}

function ignore(): void {}

function restAfter(failures: number): number {
  return Math.min(FIRST_REST_MS * 2 ** (failures - 1), LONGEST_REST_MS)
}
