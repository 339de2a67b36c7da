import { chmodSync, rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Database } from '../database/database'
import { findOrdersToCheck, type OrderToCheck } from './attention'

const ANSWER_MS = 15_000
/** A longer name is cut off without an error and would be a socket somewhere else. */
const MAX_NAME_BYTES = 103
const checker = Compile(
  Type.Array(
    Type.Object({
      orderId: Type.String(),
      state: Type.String(),
      amountPence: Type.Integer(),
      customerName: Type.String(),
      customerEmail: Type.String(),
      createdAt: Type.String(),
      reasons: Type.Array(Type.String()),
    }),
  ),
)

/**
 * Only one process can have the embedded database open, so it answers its operator on a socket in the
 * data folder: no port, no password, and nobody but this user can open it. The caller holds the folder's
 * lock, so a socket that is found there belongs to a process that has gone.
 * @returns the way to close it; a system without such sockets costs `site orders` alone.
 */
export function answerOperator(dataDir: string, database: Database, log: FastifyBaseLogger): () => Promise<void> {
  const file = socketFile(dataDir)
  if (!file) {
    log.warn({ dataDir }, 'operators cannot ask this process for orders: the name of its data folder is too long')
    return async () => {}
  }
  const server = createServer(async (_request, response) => {
    try {
      const found = await findOrdersToCheck(database.queries())
      response.setHeader('content-type', 'application/json').end(JSON.stringify(found))
    } catch (error) {
      log.error({ err: error }, 'the operator was not answered')
      response.writeHead(503).end()
    }
  })
  server.on('error', (error) => log.warn({ err: error }, 'operators cannot ask this process for orders'))
  rmSync(file, { force: true })
  server.listen(file, () => chmodSync(file, 0o600))
  return () => close(server)
}

/**
 * Asks the process that has the embedded database open.
 * @returns `undefined` when there is none.
 * @throws Error when it gives no usable answer.
 */
export function askRunningServer(dataDir: string): Promise<OrderToCheck[] | undefined> {
  const socketPath = socketFile(dataDir)
  if (!socketPath) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath, path: '/', timeout: ANSWER_MS, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      response.on('error', reject).on('end', () => {
        const found = response.statusCode === 200 ? parseOrders(text) : undefined
        if (found) resolve(found)
        else reject(new Error('The running server cannot read its database now. Try again in a moment.'))
      })
    })
    asking.on('timeout', () => asking.destroy(new Error('The running server does not answer.')))
    asking.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined)
      else reject(error)
    })
    asking.end()
  })
}

function parseOrders(text: string): OrderToCheck[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return checker.Check(value) ? value : undefined
  } catch {
    return undefined
  }
}

function socketFile(dataDir: string): string | undefined {
  const file = path.join(dataDir, 'operator.sock')
  return Buffer.byteLength(file) > MAX_NAME_BYTES ? undefined : file
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}
