import { START_EVENT } from './document/start-event'
import { watchUse } from './reports/watch-use'
import { yieldToMain } from './yield-to-main'

/** Evaluated one library a task, because evaluation does not yield and would keep a visitor's first touch waiting. */
const libraries = [
  () => import(/* webpackChunkName: "dom" */ 'react-dom/client'),
  () => import(/* webpackChunkName: "cart" */ '@site/shared/cart'),
  () => import(/* webpackChunkName: "ui" */ '@site/shared/ui'),
]

/**
 * The asynchronous border lets the federation runtime settle shared modules first. The starter fetches a missing
 * script again and says when it has run.
 */
async function start(): Promise<void> {
  try {
    for (const evaluate of libraries) {
      await yieldToMain()
      await evaluate()
    }
    await yieldToMain()
    await import(/* webpackChunkName: "bootstrap" */ './bootstrap')
  } catch (error) {
    if (!(error instanceof Error && error.name === 'ChunkLoadError')) throw error
    addEventListener(START_EVENT, () => void start(), { once: true })
  }
}

// Before the libraries, so that it sees them block the page.
watchUse()
void start()
