import { mkdirSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, types } from '@electric-sql/pglite'
import type { WorkerError, WorkerOrder, WorkerReply, WorkerRequest, WorkerSetup } from './messages'

// PostgreSQL in a thread of its own: a long query blocks this thread, never the server's.

const asText = (value: string) => value
const ARRAYS = { numeric: 1231, timestamp: 1115, timestamptz: 1185, interval: 1187, date: 1182 }
/** Drizzle reads these itself; as functions they could not come with each query. */
const textTypes = [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, ...Object.values(ARRAYS)]

/** So many bytes of its log are read again after a crash, at most about. */
const LOG_BYTES = 32 * 2 ** 20
/** Answers. */
const LOOK_EVERY = 500
let answered = 0

async function open(): Promise<void> {
  const { dataDir, snapshot }: WorkerSetup = workerData
  if (dataDir) mkdirSync(dataDir, { recursive: true })
  const database = await PGlite.create({
    dataDir: dataDir ?? 'memory://',
    parsers: Object.fromEntries(textTypes.map((type) => [type, asText])),
    // A third of the memory it would take, and no slower at this size.
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
    ...(snapshot && { loadDataDir: new Blob([snapshot]) }),
  })
  parentPort?.on('message', (request: WorkerRequest | WorkerOrder) => {
    if (request === 'snapshot') void sendSnapshot(database)
    else if (request === 'close') void database.close().finally(() => process.exit())
    else void answer(database, request)
  })
  send({ type: 'open' })
}

async function answer(database: PGlite, { id, sql, params, rowMode }: WorkerRequest): Promise<void> {
  try {
    const { rows, affectedRows = 0 } = await database.query(sql, params, { rowMode })
    send({ type: 'result', id, rows, affectedRows })
  } catch (error) {
    send({ type: 'error', id, error: describe(error) })
  }
  answered += 1
  if (answered % LOOK_EVERY === 0) void cutLog(database)
}

/**
 * On a server the checkpointer, a process of its own, keeps PostgreSQL's log short (postgresql.org/docs: WAL configuration). Here
 * there is none: it would grow for as long as the thread runs, and the start after a crash with it.
 */
async function cutLog(database: PGlite): Promise<void> {
  try {
    const sinceCheckpoint = 'pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8'
    const { rows } = await database.query<{ bytes: number }>(
      `select ${sinceCheckpoint} as bytes from pg_control_checkpoint()`,
    )
    if (rows.some(({ bytes }) => bytes > LOG_BYTES)) await database.query('checkpoint')
  } catch {
    // In a transaction that has failed, on a disk that is full: the next look does it.
  }
}

async function sendSnapshot(database: PGlite): Promise<void> {
  const dump = await database.dumpDataDir('none')
  send({ type: 'snapshot', snapshot: await dump.arrayBuffer() })
}

function describe(error: unknown): WorkerError {
  if (typeof error !== 'object' || error === null) return { message: String(error) }
  const { message, code, constraint, detail } = error as Partial<Record<keyof WorkerError, unknown>>
  return {
    message: String(message),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(typeof detail === 'string' && { detail }),
  }
}

function send(reply: WorkerReply): void {
  parentPort?.postMessage(reply)
}

open().catch((error: unknown) => send({ type: 'failed', error: describe(error) }))
