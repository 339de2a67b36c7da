import { spawn } from 'node:child_process'
import { waitForShop } from '../../scripts/lib/wait-for-shop.mjs'

const READY = /^ready (http:\/\/localhost:\d+)$/m
const STARTING_MS = 60_000

export type Origin = Awaited<ReturnType<typeof startOrigin>>

/** Starts an origin, waits for its line `ready http://localhost:PORT` and until its shop is open. */
export async function startOrigin(program: string, env: NodeJS.ProcessEnv) {
  // The embedded database starts in two thirds of the time when its program is compiled in one pass only.
  const child = spawn(process.execPath, ['--liftoff-only', program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let log = ''
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (reason: string) => {
      child.kill('SIGKILL')
      reject(new Error(`The origin ${reason}:\n${log}`))
    }
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
    child.once('error', (error) => fail(`does not start: ${error.message}`))
    child.once('close', (code) => fail(`ended with ${code}`))
  })
  await waitForShop(url)
  return {
    url,
    /** Everything it has written so far. */
    log: () => log,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
