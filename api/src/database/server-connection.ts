import { setTimeout as wait } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { FastifyBaseLogger } from 'fastify'
import { Client, Pool } from 'pg'
import type { Connection } from './database'
import { MIGRATION_MS } from './migrate'
import * as schema from './schema'

const CONNECT_MS = 3_000
const QUERY_MS = 5_000
const CLOSE_MS = 3_000

export function connectToServer(url: string, log: FastifyBaseLogger): Connection {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: QUERY_MS,
    query_timeout: QUERY_MS + 1_000,
    idle_in_transaction_session_timeout: 2 * QUERY_MS,
    application_name: 'site-api',
  })
  // Without a listener, a lost connection would end the process.
  const note = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  pool.on('error', note)
  pool.on('connect', (client) => client.on('error', note))
  return {
    queries: drizzle({ client: pool, schema }),
    async withoutHaste(work) {
      const client = new Client({
        connectionString: url,
        connectionTimeoutMillis: CONNECT_MS,
        query_timeout: MIGRATION_MS,
        application_name: 'site-api migration',
      })
      client.on('error', note)
      try {
        await client.connect()
        return await work(drizzle({ client, schema }))
      } finally {
        await client.end()
      }
    },
    async close() {
      await Promise.race([pool.end(), wait(CLOSE_MS, undefined, { ref: false })])
    },
  }
}
