import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { messageOf } from '@platform/base/errors/refusal'
import { listCompositions } from '@platform/compose/composition/composition-folder'
import type { GivenKeys } from '@platform/site/signatures/given-keys'
import type { SiteCopy } from '@platform/site/store/file/file-copy'
import type { FastifyBaseLogger } from 'fastify'
import type { FileVariants } from '../files/file-handler'
import { createMemory } from '../live/live-blobs'
import type { LiveSite } from '../live/live-site'
import { lacksPages } from '../live/load-site'
import { deltaForm, dictionaryHeaders } from './delta-form'
import type { DeltaThreadInput } from './delta-thread'
import type { DeltaNews, DeltaRequest } from './run-deltas'

export const makeDeltas =
  (siteDir: string, keys: GivenKeys = {}) =>
  (copy: SiteCopy, site: LiveSite, log: FastifyBaseLogger) =>
    followDeltas(copy, site, log, async (request, notify, signal) => {
      const workerData: DeltaThreadInput = { siteDir, keys: { ...keys, isReading: true }, request }
      const worker = new Worker(path.join(__dirname, 'delta-thread.cjs'), { workerData, env: {} })
      worker.unref()
      worker.on('message', notify)
      signal.addEventListener('abort', () => void worker.terminate())
      await once(worker, 'exit')
    })

type StartDeltas = (request: DeltaRequest, notify: (news: DeltaNews) => void, signal: AbortSignal) => Promise<void>

export type Deltas = FileVariants & { refresh: () => Promise<void> }

/** Polls, because revoking a key or pruning moves no pointer. */
const POLL_MS = 10_000
const MOST_BYTES = 16 * 1024 * 1024

export function followDeltas(copy: SiteCopy, site: LiveSite, log: FastifyBaseLogger, start: StartDeltas): Deltas {
  /** By names as in `DeltaNews`; empty where a delta saves too little. */
  const made = createMemory(MOST_BYTES)
  let seen = ''
  let run = new AbortController()
  let running = Promise.resolve()
  let isClosed = false

  async function look(): Promise<void> {
    const live = site.current()
    if (!live || lacksPages(live)) return
    const shown = [live, site.alternates().canary?.site].flatMap((it) => it?.composition.number ?? [])
    const now = JSON.stringify([shown, await listCompositions(copy), await copy.readKeys()])
    if (now !== seen && !isClosed) {
      seen = now
      run.abort()
      run = new AbortController()
      running = runAfter(running, shown, run.signal)
    }
    return running
  }

  async function runAfter(former: Promise<void>, shown: number[], signal: AbortSignal): Promise<void> {
    let isWarned = false
    const warn = (reason: string) => {
      if (!isWarned) log.warn({ reason }, 'a delta for returning visitors could not be made')
      isWarned = true
    }
    const note = (news: DeltaNews) => {
      if (signal.aborted) return
      if (news.type === 'warning') warn(news.message)
      else if (news.type === 'made') made.set(news.name, Buffer.from(news.bytes ?? []))
      else for (const name of [...made.keys()]) if (!news.names.includes(name)) made.delete(name)
    }
    await former
    try {
      if (!signal.aborted) await start({ shown, known: [...made.keys()] }, note, signal)
    } catch (error) {
      if (signal.aborted) return
      made.clear()
      warn(messageOf(error))
    }
  }

  const refresh = () =>
    look().catch((error: unknown) => {
      made.clear()
      if (seen !== '') log.warn({ err: error }, 'it cannot be read which deltas returning visitors can use')
      seen = ''
    })
  site.onShown(() => void refresh())
  const poll = setInterval(refresh, POLL_MS)
  poll.unref()
  void refresh()
  return {
    headersOf: ({ url }) => dictionaryHeaders(url),
    find({ expected }, whole, request) {
      const dictionary = digestIn(request.headers['available-dictionary'])
      const bytes = made.get(`${dictionary}-${expected.sha256}`)
      return dictionary && bytes?.length ? deltaForm(whole, { bytes, dictionary }, request) : undefined
    },
    refresh,
    async close() {
      isClosed = true
      clearInterval(poll)
      run.abort()
      await running
    },
  }
}

/** Accepts one spelling only (RFC 9651, 3.3.5). */
function digestIn(header: unknown): string | undefined {
  if (typeof header !== 'string') return undefined
  const digest = Buffer.from(header.slice(1, -1), 'base64')
  return header === `:${digest.toString('base64')}:` ? digest.toString('hex') : undefined
}
