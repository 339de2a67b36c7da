import { mkdirSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, types } from '@electric-sql/pglite'
import { cutLog } from './cut-log'
import type { Work, WorkerError, WorkerReply, WorkerRequest, WorkerSetup } from './database-thread'

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
  parentPort?.on('message', (request: WorkerRequest) => {
    if (request === 'close') return void database.close().finally(() => process.exit())
    doWork(database, request.work).then(
      (answer) => send({ type: 'result', id: request.id, answer }),
      (error: unknown) => send({ type: 'error', id: request.id, error: describe(error) }),
    )
  })
  send({ type: 'open' })
}

async function doWork(database: PGlite, work: Work) {
  if (work === 'snapshot') return (await database.dumpDataDir('none')).arrayBuffer()
  const { rows, affectedRows = 0 } = await database.query(work.sql, work.params, { rowMode: work.rowMode })
  queries += 1
  // Before the answer, so no query runs.
  if (queries % LOOK_EVERY === 0) await cutLog(database, setup.dataDir).catch(() => {})
  return { rows, affectedRows }
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
