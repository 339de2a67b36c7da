import { type ComponentType, useState } from 'react'
import type { LoadModule } from './load-module'
import { createModuleState } from './module-state'
import type { ModuleName } from './route-modules'

type Props = { name: ModuleName; modules: PageModules; props?: object }

/** How long the page being left stays before the next one shows its spinner. */
const PATIENCE_MS = 1_000

/** Chosen once per mount: a page that is shown keeps its identity. */
export function FederatedPage({ name, modules, props }: Props) {
  const [Page] = useState<ComponentType<object>>(() => modules.stateOf(name).view())
  return <Page {...props} />
}

export type PageModules = ReturnType<typeof createPageModules>

/**
 * On the first view the server's HTML is on screen, so a missing module is asked for again and again: a rejected
 * import would replace good HTML by a message. After a client navigation the page shows the failure.
 */
export function createPageModules(load: LoadModule) {
  const states = new Map<ModuleName, ReturnType<typeof createModuleState>>()

  function stateOf(name: ModuleName) {
    const state = states.get(name) ?? createModuleState(name, load)
    states.set(name, state)
    return state
  }

  return {
    stateOf,
    /** @param blocks shown with the page, which waits for them to come as one */
    prepare(name: ModuleName, blocks: readonly ModuleName[] = []): Promise<void> {
      const names = [name, ...blocks]
      for (const [other, state] of states) if (!names.includes(other)) state.leave()
      const ready = Promise.all(names.map((it) => stateOf(it).prepare()))
      return Promise.race([ready.then(() => {}), delay(PATIENCE_MS)])
    },
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
