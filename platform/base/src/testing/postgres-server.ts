import { Client } from 'pg'
import { findPostgres } from '../../../../scripts/machine/postgres-programs.mjs'
import { findSharedPostgres, startPostgres as startOwn } from '../../../../scripts/machine/postgres-server.mjs'
import { type Databases, openDatabases } from './databases'

export { type Databases, findPostgres }

export type PostgresServer = Pick<Awaited<ReturnType<typeof startOwn>>, 'createDatabase' | 'start' | 'crash' | 'stop'>

const given = process.env.TEST_DATABASE_URL

/** Whether a test may end the server and start it again: not the one that TEST_DATABASE_URL names. */
export const ownsPostgres = !given && findPostgres() !== undefined

/** Tests on PostgreSQL are skipped where there is none: `npm test` installs it where it can, and counts them else. */
export const hasPostgres = Boolean(given) || ownsPostgres

/** A server of the test's own in a temporary folder, or the one that TEST_DATABASE_URL names. */
export async function startPostgres(): Promise<PostgresServer> {
  if (!given) return startOwn()
  const { createDatabase } = openDatabases(given)
  return { createDatabase, start: refuse, crash: refuse, stop: () => {} }
}

/** For tests that end no server: the one that TEST_DATABASE_URL names, or one for all the files of this run. */
export async function sharePostgres(): Promise<Databases> {
  const shared = given ?? (await findSharedPostgres())
  if (shared) return openDatabases(shared)
  const own = await startOwn()
  return { ...openDatabases(own.url), drop: async () => own.stop() }
}

function refuse(): never {
  throw new Error("The server that TEST_DATABASE_URL names is not a test's to end")
}

export type PostgresSession = {
  /** Rows of one statement. */
  query: (sql: string) => Promise<Record<string, unknown>[]>
  close: () => Promise<void>
}

/** A connection of its own, for a transaction that lasts. */
export async function openSession(url: string): Promise<PostgresSession> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return { query: async (sql) => (await client.query(sql)).rows, close: () => client.end() }
}
