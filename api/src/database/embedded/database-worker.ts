import { mkdirSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, types } from '@electric-sql/pglite'
import { cutLog } from './cut-log'
import type { WorkerError, WorkerOrder, WorkerReply, WorkerRequest, WorkerSetup } from './database-thread'

// Runs in a thread, so that a slow query does not block the server.

const asText = (value: string) => value
const ARRAYS = { numeric: 1231, timestamp: 1115, timestamptz: 1185, interval: 1187, date: 1182 }
/** Drizzle parses these itself. */
const textTypes = [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, ...Object.values(ARRAYS)]

/** Queries between checks of the log's length. */
const LOOK_EVERY = 500
let queries = 0

const setup: WorkerSetup = workerData

async function open(): Promise<void> {
  const { dataDir, snapshot } = setup
  if (dataDir) mkdirSync(dataDir, { recursive: true })
  const database = await PGlite.create({
    dataDir: dataDir ?? 'memory://',
    parsers: Object.fromEntries(textTypes.map((type) => [type, asText])),
    // A third of the memory at equal speed.
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
    queries += 1
    // Before the answer, so no query runs.
    if (queries % LOOK_EVERY === 0) await cutLog(database, setup.dataDir).catch(() => {})
    send({ type: 'result', id, rows, affectedRows })
  } catch (error) {
    send({ type: 'error', id, error: describe(error) })
  }
}

async function sendSnapshot(database: PGlite): Promise<void> {
  const dump = await database.dumpDataDir('none')
  send({ type: 'snapshot', snapshot: await dump.arrayBuffer() })
}

/** A thread's message keeps no own fields of an error. */
function describe(error: unknown): WorkerError {
  const { message = String(error), code, constraint, detail }: Partial<WorkerError> = Object(error)
  return { message, code, constraint, detail }
}

function send(reply: WorkerReply): void {
  parentPort?.postMessage(reply)
}

open().catch((error: unknown) => send({ type: 'failed', error: describe(error) }))
