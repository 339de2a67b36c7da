import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { messageOf } from '@platform/base/errors/refusal'
import type { FastifyBaseLogger } from 'fastify'
import { followPointer, readPointer } from '../file/pointer-file'
import type { SiteFolders } from '../file/site-layout'
import { connectStore } from './connect-store'
import { pullDocuments } from './documents'
import { dropForgotten } from './drop-forgotten'
import type { LiveRow } from './live-row'
import { mirrorStore } from './mirror'
import { beat, leave } from './origin-rows'

const POLL_MS = 1_000
/** While a composition is prepared, what is live changes in a moment. */
const HURRIED_POLL_MS = 200
/** What could not be brought is tried again after so long. */
const TRY_AGAIN_MS = 10_000
const LEAVE_MS = 1_000

export type StoreFollower = {
  /** Whether the database was heard of lately. */
  isConnected: () => boolean
  close: () => Promise<void>
}

type Followed = {
  url: string
  folders: SiteFolders
  /** Lets the origin look at its folders again: what it may serve, and what is live. */
  refresh: () => Promise<void>
  /** Number of the composition visitors get from this origin. */
  serving: () => number | undefined
  log: FastifyBaseLogger
}

/**
 * Makes an origin follow what PostgreSQL says is live. Its folders are its own copy: it serves from them without
 * the database, also after a restart. Asked once a second, because notifications are lost behind a pooler.
 */
export function followStore({ url, folders, refresh, serving, log }: Followed): StoreFollower {
  const database = connectStore(url, (error) => log.warn({ err: error }, 'a connection to the store was lost'))
  const self = { id: randomUUID(), name: `${hostname()} (process ${process.pid})` }
  let holds: number[] = []
  let faults: string[] = []
  let lookedFor: number | undefined
  let seen = ''
  let triedAt = 0
  // What an accident left on the disk is found once, when the process starts.
  let isThorough = true
  let lastFault = ''
  let isConnected = false
  let isClosed = false
  let pollMs = POLL_MS
  let timer: NodeJS.Timeout | undefined

  const say = () =>
    beat(database, { ...self, holds, lookedFor, fault: faults.join('; ') || undefined, serves: serving() })

  async function bring(row: LiveRow): Promise<void> {
    triedAt = Date.now()
    await pullDocuments(database, folders)
    // Who brings much must not count as dead meanwhile, or nobody would wait for it.
    const living = setInterval(() => void say().catch(() => {}), POLL_MS)
    const mirrored = await mirrorStore(database, folders, { isThorough }).finally(() => clearInterval(living))
    isThorough = false
    ;({ holds, faults } = mirrored)
    lookedFor = row.prepared
    for (const fault of faults) log.error({ fault }, 'the store has something that cannot be taken')
    // The files of a composition can be asked for before its pages are live here.
    await refresh()
    await dropForgotten(database, folders)
    const { revision, prepared } = await say()
    if (revision === row.revision && prepared === row.prepared) seen = keyOf(row)
  }

  async function follow({ pointer }: LiveRow): Promise<void> {
    if (!pointer || !holds.includes(pointer.live)) return
    if (JSON.stringify(await readPointer(folders)) === JSON.stringify(pointer)) return
    await followPointer(folders, pointer)
    await refresh()
  }

  async function poll(): Promise<void> {
    const row = await say()
    isConnected = true
    const isDue = faults.length > 0 && Date.now() - triedAt > TRY_AGAIN_MS
    if (seen !== keyOf(row) || isDue) await bring(row)
    await follow(row)
    lastFault = ''
    pollMs = row.prepared === undefined ? POLL_MS : HURRIED_POLL_MS
  }

  async function run(): Promise<void> {
    const started = Date.now()
    await poll().catch((error: unknown) => {
      isConnected = false
      if (messageOf(error) !== lastFault)
        log.error({ err: error }, 'the store cannot be followed; serving what is here')
      lastFault = messageOf(error)
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
      await database.close()
    },
  }
}

function keyOf({ revision, prepared }: LiveRow): string {
  return `${revision}/${prepared}`
}
