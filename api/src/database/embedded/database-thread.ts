import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { DatabaseUnavailable } from '../database-error'

export type ThreadOptions = { workerFile: string; setup: WorkerSetup; openTimeoutMs: number; queryTimeoutMs: number }
export type ThreadResult = { rows: unknown[]; affectedRows: number }
type Answer = ThreadResult | ArrayBuffer

const CLOSE_MS = 3_000
const SNAPSHOT_MS = 10 * 60_000

type Waiting = { resolve: (answer: never) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }

export type DatabaseThread = Awaited<ReturnType<typeof startThread>>

/** Starts a thread that ends for good after a slow query or a failure. */
export async function startThread(options: ThreadOptions) {
  const worker = new Worker(options.workerFile, { workerData: options.setup, env: {}, stdout: true, stderr: true })
  // Otherwise PostgreSQL's output fills memory.
  worker.stdout.resume()
  worker.stderr.resume()
  const waiting = new Map<number, Waiting>()
  let isEnded = false
  let lastId = 0

  const end = (reason: string, cause?: unknown) => {
    isEnded = true
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer)
      reject(new DatabaseUnavailable(reason, { cause }))
    }
    waiting.clear()
    return worker.terminate()
  }

  await new Promise<void>((resolve, reject) => {
    const fail = (reason: string, cause?: unknown) => {
      clearTimeout(timer)
      void end(reason, cause)
      reject(new DatabaseUnavailable(reason, { cause }))
    }
    const timer = setTimeout(() => fail('The embedded database did not open in time'), options.openTimeoutMs)
    worker.on('error', (error) => fail('The embedded database failed', error))
    worker.on('exit', () => fail('The embedded database ended'))
    worker.on('message', (reply: WorkerReply) => {
      if (reply.type === 'failed') return fail('The embedded database cannot be opened', reply.error)
      if (reply.type === 'open') {
        clearTimeout(timer)
        return resolve()
      }
      const request = waiting.get(reply.id)
      if (!request) return
      waiting.delete(reply.id)
      clearTimeout(request.timer)
      if (reply.type === 'result') request.resolve(reply.answer as never)
      else request.reject(Object.assign(new Error(reply.error.message), reply.error))
    })
  })

  const ask = <A extends Answer>(work: Work, timeoutMs: number) =>
    new Promise<A>((resolve, reject) => {
      if (isEnded) return reject(new DatabaseUnavailable('The embedded database was restarted'))
      const id = ++lastId
      const timer = setTimeout(() => void end(`A query took longer than ${timeoutMs} ms`), timeoutMs)
      waiting.set(id, { resolve, reject, timer })
      worker.postMessage({ id, work } satisfies WorkerRequest)
    })

  return {
    run: (query: Query, timeoutMs = options.queryTimeoutMs) => ask<ThreadResult>(query, timeoutMs),
    snapshot: () => ask<ArrayBuffer>('snapshot', SNAPSHOT_MS),
    isEnded: () => isEnded,
    async close(): Promise<void> {
      worker.postMessage('close' satisfies WorkerRequest)
      await Promise.race([once(worker, 'exit'), wait(CLOSE_MS, undefined, { ref: false })])
      await end('The database is closed')
    },
  }
}

export type WorkerSetup = { dataDir?: string; snapshot?: ArrayBuffer }

type Query = { sql: string; params: unknown[]; rowMode: 'array' | 'object' }
export type Work = Query | 'snapshot'

export type WorkerRequest = { id: number; work: Work } | 'close'

export type WorkerReply =
  | { type: 'open' }
  | { type: 'failed'; error: WorkerError }
  | { type: 'result'; id: number; answer: Answer }
  | { type: 'error'; id: number; error: WorkerError }

type ErrorField = 'code' | 'constraint' | 'detail'
export type WorkerError = { message: string } & { [N in ErrorField]?: string | undefined }
