import { drizzle } from 'drizzle-orm/node-postgres'
import type { FastifyBaseLogger } from 'fastify'
import { Pool } from 'pg'
import type { Connection } from './database'
import * as schema from './schema'

const CONNECT_MS = 3_000
const QUERY_MS = 5_000

/** A PostgreSQL server by its address; connections are made as they are needed. */
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
  // A connection that dies while idle would otherwise end the process; the pool makes a new one.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  return { queries: drizzle({ client: pool, schema }), close: () => pool.end() }
}
