import { spawnOrigin } from '../../../scripts/lib/spawn-origin.mjs'
import { stopChildAtEnd } from '../../../scripts/lib/stop-at-end.mjs'
import { waitForOrigin } from '../../../scripts/lib/wait-for-origin.mjs'

/** Starts the origin as `npm start` does and waits until its shop is open. */
export async function startOrigin(env) {
  const child = spawnOrigin({ env, stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = stopChildAtEnd(child)
  const { url, servesAt } = await waitForOrigin(child)
  return { url, servesAt, pid: child.pid, stop }
}
