import { spawnOrigin } from '../../../scripts/lib/spawn-origin.mjs'
import { stopChildAtEnd } from '../../../scripts/lib/stop-at-end.mjs'
import { waitForShop } from '../../../scripts/lib/wait-for-shop.mjs'

const READY = /^ready (http:\/\/localhost:\d+)$/m
const STARTING_MS = 60_000

/** Starts the origin as `npm start` does and waits for its line `ready http://localhost:PORT` and its shop. */
export async function startOrigin(env) {
  const child = spawnOrigin({ env, stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = stopChildAtEnd(child)
  const url = await readAddress(child)
  await waitForShop(url)
  return {
    url,
    pid: child.pid,
    stop,
  }
}

function readAddress(child) {
  let log = ''
  return new Promise((resolve, reject) => {
    const fail = (reason) => reject(new Error(`The origin ${reason}:\n${log}`))
    const timer = setTimeout(() => fail('is not ready'), STARTING_MS)
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        log += chunk
        const [, address] = READY.exec(log) ?? []
        if (!address) return
        clearTimeout(timer)
        resolve(address)
      })
    }
    child.once('close', (code) => fail(`ended with ${code}`))
  })
}
