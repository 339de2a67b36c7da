import { START_EVENT } from './document/start-event'
import { yieldToMain } from './yield-to-main'

/**
 * What the start evaluates before its own modules, one library a task: evaluation does not yield, and all of it at once
 * would keep a visitor's first touch waiting. Only for that are they imported here; nothing of them is used.
 */
const libraries = [
  () => import('react-dom/client'),
  () => import(/* webpackExports: [] */ 'react-router-dom'),
  () => import('@site/shared/cart'),
  () => import('@site/shared/ui'),
]

/**
 * The asynchronous border lets the federation runtime settle shared modules before anything uses them. When the
 * script behind it does not come, the starter, which asks for it again, says when it has.
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

void start()
