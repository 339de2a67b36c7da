/**
 * How an origin follows another machine's decision: it asks the database once a second, pulls what is new into its own
 * copy, says what it has, and lets its pointer follow.
 */

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { messageOf } from '@platform/base/errors/refusal'
import { followPointer } from '../file/pointer-file'
import type { SiteCopy } from '../site-copy'
import type { Following, FollowListener } from '../site-store'
import type { StoreDatabase } from './connect-store'
import { pullDocuments } from './documents'
import { dropForgotten } from './drop-forgotten'
import type { LiveRow } from './live-row'
import { mirrorStore } from './mirror'
import { beat, leave } from './origin-rows'

const POLL_MS = 1_000
/** While a composition is prepared, what is live changes in a moment. */
const HURRIED_POLL_MS = 200
/** What could not be pulled is tried again after so long. */
const TRY_AGAIN_MS = 10_000
const LEAVE_MS = 1_000

type Followed = FollowListener & { database: StoreDatabase; copy: SiteCopy }

/**
 * Makes an origin follow what PostgreSQL says is live. Its copy is its own: it serves from that without
 * the database, also after a restart. Asked once a second, because notifications are lost behind a pooler.
 */
export function followStore({ database, copy, refresh, serving, log }: Followed): Following {
  const self = { id: randomUUID(), name: `${hostname()} (process ${process.pid})` }
  let available: number[] = []
  let errors: string[] = []
  let attempted: number | undefined
  let seen = ''
  let triedAt = 0
  // What an accident left on the disk is found once, when the process starts.
  let isThorough = true
  let lastError = ''
  let isConnected = false
  let isClosed = false
  let pollMs = POLL_MS
  let timer: NodeJS.Timeout | undefined

  const report = () =>
    beat(database, { ...self, available, attempted, error: errors.join('; ') || undefined, serving: serving() })

  async function pull(row: LiveRow): Promise<void> {
    triedAt = Date.now()
    await pullDocuments(database, copy)
    // Who pulls much must not count as dead meanwhile, or nobody would wait for it.
    const living = setInterval(() => void report().catch(() => {}), POLL_MS)
    const mirrored = await mirrorStore(database, copy, { isThorough }).finally(() => clearInterval(living))
    isThorough = false
    ;({ available, errors } = mirrored)
    attempted = row.prepared
    for (const error of errors) log.error({ error }, 'the store has something that cannot be taken')
    // The files of a composition can be asked for before its pages are live here.
    await refresh()
    await dropForgotten(database, copy)
    const { revision, prepared } = await report()
    if (revision === row.revision && prepared === row.prepared) seen = keyOf(row)
  }

  async function follow({ pointer }: LiveRow): Promise<void> {
    if (!pointer || !available.includes(pointer.live)) return
    if (JSON.stringify(await copy.readPointer()) === JSON.stringify(pointer)) return
    await followPointer(copy, pointer)
    await refresh()
  }

  async function poll(): Promise<void> {
    const row = await report()
    isConnected = true
    const isDue = errors.length > 0 && Date.now() - triedAt > TRY_AGAIN_MS
    if (seen !== keyOf(row) || isDue) await pull(row)
    await follow(row)
    lastError = ''
    pollMs = row.prepared === undefined ? POLL_MS : HURRIED_POLL_MS
  }

  async function run(): Promise<void> {
    const started = Date.now()
    await poll().catch((error: unknown) => {
      isConnected = false
      if (messageOf(error) !== lastError)
        log.error({ err: error }, 'the store cannot be followed; serving what is here')
      lastError = messageOf(error)
    })
    if (isClosed) return
    timer = setTimeout(
      () => {
        running = run()
      },
      Math.max(0, pollMs - (Date.now() - started)),
    )
    timer.unref()
  }

  let running = run()
  return {
    isConnected: () => isConnected,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, LEAVE_MS).unref())])
      await leave(database, self.id).catch(() => {})
    },
  }
}

function keyOf({ revision, prepared }: LiveRow): string {
  return `${revision}/${prepared}`
}
