import { spawn } from 'node:child_process'
import { waitForOrigin } from '../../scripts/lib/temporary-site.mjs'

export type Origin = Awaited<ReturnType<typeof startOrigin>>

/** Starts an origin and waits until its shop is open. */
export async function startOrigin(program: string, env: NodeJS.ProcessEnv) {
  // The embedded database starts in two thirds of the time when its program is compiled in one pass only.
  const child = spawn(process.execPath, ['--liftoff-only', program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const { url, log } = await waitForOrigin(child).catch((error) => {
    child.kill('SIGKILL')
    throw error
  })
  return {
    url,
    pid: child.pid,
    /** Everything it has written so far. */
    log,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
