import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { messageOf } from '@platform/base/errors/refusal'
import { listCompositions } from '@platform/compose/composition/composition-folder'
import type { GivenKeys } from '@platform/site/signatures/given-keys'
import type { SiteCopy } from '@platform/site/store/file/file-copy'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { FileVariants } from '../files/file-handler'
import type { LiveSite } from '../live/live-site'
import { lacksPages } from '../live/load-site'
import { type Delta, deltaForm, dictionaryHeaders } from './delta-form'
import type { DeltaThreadInput } from './delta-thread'
import type { DeltaNews, DeltaRequest } from './run-deltas'

export const makeDeltas =
  (siteDir: string, keys: GivenKeys = {}) =>
  (copy: SiteCopy, site: LiveSite, log: FastifyBaseLogger) =>
    followDeltas(copy, site, log, (request, notify) => {
      const workerData: DeltaThreadInput = { siteDir, keys: { ...keys, isReading: true }, request }
      const worker = new Worker(path.join(__dirname, 'delta-thread.cjs'), { workerData, env: {} })
      worker.unref()
      worker.on('message', (news: DeltaNews) => notify(news))
      return {
        ended: once(worker, 'exit').then(() => undefined),
        stop: async () => void (await worker.terminate()),
      }
    })

type DeltaRun = { ended: Promise<void>; stop: () => Promise<void> }
type StartDeltas = (request: DeltaRequest, notify: (news: DeltaNews) => void) => DeltaRun

export type Deltas = FileVariants & {
  refresh: () => Promise<void>
}

/** Polls, because revoking a key or pruning moves no pointer. */
const POLL_MS = 10_000

export function followDeltas(copy: SiteCopy, site: LiveSite, log: FastifyBaseLogger, start: StartDeltas): Deltas {
  const book = createDeltaBook()
  let seen = ''
  let run: DeltaRun | undefined
  let running = Promise.resolve()
  let isClosed = false

  async function look(): Promise<void> {
    const live = site.current()
    if (!live || lacksPages(live)) return
    const canary = site.alternates().canary?.site
    const shown = [live, ...(canary ? [canary] : [])].map(({ composition }) => composition.number)
    const now = JSON.stringify([shown, await listCompositions(copy), await copy.readKeys()])
    if (now === seen) return running
    seen = now
    await run?.stop()
    if (!isClosed && now === seen) running = runOnce(shown, () => now === seen && !isClosed)
    return running
  }

  async function runOnce(shown: number[], isCurrent: () => boolean): Promise<void> {
    let isWarned = false
    const warn = (reason: string) => {
      if (!isWarned) log.warn({ reason }, 'a delta for returning visitors could not be made')
      isWarned = true
    }
    try {
      run = start({ shown, known: book.names() }, (news) => {
        if (!isCurrent()) return
        if (news.type === 'warning') warn(news.message)
        else book.note(news)
      })
      await run.ended
    } catch (error) {
      if (!isCurrent()) return
      forgetAll()
      warn(messageOf(error))
    }
  }

  function forgetAll(): void {
    book.note({ type: 'planned', names: [] })
  }

  const refresh = () =>
    look().catch((error: unknown) => {
      forgetAll()
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
      const delta = book.find(expected.sha256, request.headers['available-dictionary'])
      return delta && deltaForm(whole, delta, request)
    },
    refresh,
    async close() {
      isClosed = true
      clearInterval(poll)
      await run?.stop()
      await running
    },
  }
}

const MOST_BYTES = 16 * 1024 * 1024

function createDeltaBook() {
  const made = new LRUCache<string, Buffer>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ length }) => Math.max(1, length),
  })
  return {
    find(sha256: string, available: unknown): Delta | undefined {
      const dictionary = digestIn(available)
      const bytes = dictionary && made.get(`${dictionary}-${sha256}`)
      return bytes && bytes.length > 0 ? { bytes, dictionary } : undefined
    },
    names: () => [...made.keys()],
    note(news: Exclude<DeltaNews, { type: 'warning' }>) {
      if (news.type === 'made') made.set(news.name, Buffer.from(news.bytes ?? []))
      else for (const name of [...made.keys()]) if (!news.names.includes(name)) made.delete(name)
    },
  }
}

/** Accepts one spelling only (RFC 9651, 3.3.5). */
function digestIn(header: unknown): string | undefined {
  if (typeof header !== 'string') return undefined
  const digest = Buffer.from(header.slice(1, -1), 'base64')
  return header === `:${digest.toString('base64')}:` ? digest.toString('hex') : undefined
}
