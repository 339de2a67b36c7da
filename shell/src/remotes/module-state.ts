import { announce } from '@site/shared/announce'
import { SITE_CONFIG_ID } from '@site/shared/site-config'
import { lazy } from 'react'
import { sendReport } from '../reports/send-report'
import type { LoadModule, PageModule } from './load-module'
import { type ModuleName, ownerOf } from './route-modules'
import { knownFiles } from './site-files'

const FIRST_REST_MS = 1_000

const LONGEST_REST_MS = 30_000

type State =
  | { type: 'absent'; failures: number; restsUntil: number }
  | { type: 'loading'; promise: Promise<PageModule> }
  | { type: 'loaded'; promise: Promise<PageModule>; component: PageModule['default'] }

let isShown = false

export function createModuleState(name: ModuleName, load: LoadModule) {
  let state: State = { type: 'absent', failures: 0, restsUntil: 0 }
  // React drops the state of what suspends before mounting: it must find the same component again.
  let view: PageModule['default'] | undefined
  const firstView = new AbortController()

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

  /** While the visitor stays on the first view; reports only the first failure. */
  async function keepAsking(): Promise<PageModule> {
    for (let isSilent = false; ; isSilent = true) {
      const module = await fetch({ isSilent }).catch(showConnectionNotice)
      if (module) return module
      await rest(state.type === 'absent' ? restAfter(state.failures) : 0, firstView.signal)
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
      view = lazy(() => attempt)
      return attempt.then(ignore, ignore)
    },
    view(): PageModule['default'] {
      if (state.type === 'loaded') return state.component
      view ??= lazy(keepAsking)
      return view
    },
    retry(): void {
      view = lazy(() => fetch({ isFresh: true }))
    },
    leave(): void {
      firstView.abort()
    },
  }
}

function ignore(): void {}

function restAfter(failures: number): number {
  return Math.min(FIRST_REST_MS * 2 ** (failures - 1), LONGEST_REST_MS)
}

export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
  readonly module: ModuleName

  constructor(module: ModuleName, cause: unknown) {
    super(`Loading ${module} failed`, { cause })
    this.module = module
  }
}

function reportChunkLoadError(error: ChunkLoadError): void {
  console.error(error.name, error.message, error.cause)
  // The entry it came from: every frame of its own stack is the shell's.
  const entry = document.getElementById(SITE_CONFIG_ID) && knownFiles().remotes[ownerOf(error.module)]?.entry
  sendReport({ kind: 'load', name: error.name, message: error.message, stack: entry ? [entry] : [] })
}

function showConnectionNotice(): void {
  if (isShown) return
  isShown = true
  announce('Part of this page is still being loaded. You can read on; buttons will work in a moment.')
}

/** Resolves after `ms` or when the connection is back, but not while the tab is hidden; at once on abort. */
function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController()
    let hasRested = false
    const timer = setTimeout(wake, ms)

    function wake(): void {
      hasRested = true
      look()
    }
    function look(): void {
      if (!signal.aborted && (!hasRested || document.hidden)) return
      clearTimeout(timer)
      listening.abort()
      resolve()
    }
    window.addEventListener('online', wake, listening)
    document.addEventListener('visibilitychange', look, listening)
    signal.addEventListener('abort', look, listening)
    look()
  })
}
