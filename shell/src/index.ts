import { START_EVENT } from './document/start-event'

/**
 * The asynchronous border lets the federation runtime settle shared modules before anything uses them. When the
 * script behind it does not come, the starter, which asks for it again, says when it has.
 */
function start(): void {
  import(/* webpackChunkName: "bootstrap" */ './bootstrap').catch((error: Error) => {
    if (error.name !== 'ChunkLoadError') throw error
    addEventListener(START_EVENT, start, { once: true })
  })
}

start()
