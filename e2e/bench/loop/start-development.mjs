import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { stopChildAtEnd } from '../../../scripts/lib/stop-at-end.mjs'
import { temporarySite } from '../../../scripts/lib/temporary-site.mjs'
import { waitForOrigin } from '../../../scripts/lib/wait-for-origin.mjs'

/** Everything is built first, on a machine that has never done it. */
const STARTING_MS = 600_000
const QUIET_MS = 700
const LIVE_MS = 60_000
const SENT = /^sent to open pages/
const LIVE = /^live after (\d+) ms/

/** Starts `npm run dev -- catalog` in a copy of the repository. */
export async function startDevelopment(tree) {
  const { env, remove } = await temporarySite()
  const child = spawn(process.execPath, ['scripts/dev.mjs', 'catalog'], {
    cwd: tree,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = stopChildAtEnd(child)
  const lines = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      for (const text of String(chunk).split('\n')) lines.push({ text, at: performance.now() })
    })
  const { url } = await waitForOrigin(child, STARTING_MS)
  return {
    url,
    /** Waits until everything that the last edit has begun is done. */
    async quiet() {
      while (performance.now() - (lines.at(-1)?.at ?? 0) < QUIET_MS) await wait(QUIET_MS / 10)
    },
    /** Follows what is said of one edit. */
    follow() {
      const from = lines.length
      const find = (pattern) => lines.slice(from).find(({ text }) => pattern.test(text))
      return { since: (startedAt) => phasesSince(startedAt, find) }
    },
    async stop() {
      await stop()
      await remove()
    },
  }
}

async function phasesSince(startedAt, find) {
  for (const deadline = performance.now() + LIVE_MS; performance.now() < deadline; await wait(20)) {
    const live = find(LIVE)
    if (!live) continue
    const composingMs = Number(LIVE.exec(live.text)[1])
    const sentAt = find(SENT)?.at ?? live.at - composingMs
    return { sentMs: sentAt - startedAt, liveMs: live.at - startedAt }
  }
  throw new Error('An edit was shown, and is not live')
}
