import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './packages.mjs'
import { stopAtEnd, stopChildAtEnd } from './stop-at-end.mjs'
import { temporarySite } from './temporary-site.mjs'
import { waitForOrigin } from './wait-for-origin.mjs'

/** It builds first, and on a slow machine that takes its time. */
const STARTING_MS = 15 * 60_000

/**
 * Builds what changed and serves it from folders that are gone after `stop`.
 * @throws Error when it ends before it is ready
 */
export async function serveSite() {
  const { env, remove } = await temporarySite()
  const removeAtEnd = stopAtEnd(remove)
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], {
    env: { ...env, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stopServer = stopChildAtEnd(child)
  const { url } = await waitForOrigin(child, STARTING_MS)
  return {
    url,
    /** For the operator's commands of this site. */
    env,
    async stop() {
      await stopServer()
      await removeAtEnd()
    },
  }
}
