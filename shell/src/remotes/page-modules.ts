import type { ComponentType } from 'react'
import type { LoadModule } from './load-module'
import { createModuleState } from './module-state'
import type { ModuleName } from './route-modules'

/** How long the page being left stays before the next one shows its spinner. */
const PATIENCE_MS = 1_000

export type PageModules = ReturnType<typeof createPageModules>

/**
 * The pages' modules, each with one state. On the first view the server's HTML is on the screen: a module that
 * does not come is then asked for again and again, because a rejected import would replace good HTML by a
 * message. From the first client navigation on, a failure is the page's to show.
 */
export function createPageModules(load: LoadModule) {
  const states = new Map<ModuleName, ReturnType<typeof createModuleState>>()

  function stateOf(name: ModuleName) {
    const state = states.get(name) ?? createModuleState(name, load)
    states.set(name, state)
    return state
  }

  return {
    /** Asks for the module of a page that a visitor may go to next. */
    preload(name: ModuleName): void {
      stateOf(name).preload()
    },
    /** Waits a moment for the module of the page a navigation leads to. */
    prepare(name: ModuleName): Promise<void> {
      for (const [other, state] of states) if (other !== name) state.leave()
      return Promise.race([stateOf(name).prepare(), delay(PATIENCE_MS)])
    },
    /** The component that shows a page; for one that nobody has navigated to, that of the first view. */
    view(name: ModuleName): ComponentType {
      return stateOf(name).view()
    },
    /** What a visitor asks for who has seen that the page could not be loaded. */
    retry(name: ModuleName): void {
      stateOf(name).retry()
    },
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
