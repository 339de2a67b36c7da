import { Client } from 'pg'
import { findPostgres } from '../../../../scripts/machine/postgres-programs.mjs'
import { findSharedPostgres, startPostgres as startOwn } from '../../../../scripts/machine/postgres-server.mjs'
import { type Databases, openDatabases } from './databases'

export { type Databases, findPostgres }

export type PostgresServer = Pick<Awaited<ReturnType<typeof startOwn>>, 'createDatabase' | 'start' | 'crash' | 'stop'>

const given = process.env.TEST_DATABASE_URL

export const ownsPostgres = !given && findPostgres() !== undefined

export const hasPostgres = Boolean(given) || ownsPostgres

export async function startPostgres(): Promise<PostgresServer> {
  if (!given) return startOwn()
  const { createDatabase } = openDatabases(given)
  return { createDatabase, start: refuse, crash: refuse, stop: () => {} }
}

/** Shares one server between all test files; tests must not stop it. */
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
  query: (sql: string) => Promise<Record<string, unknown>[]>
  close: () => Promise<void>
}

export async function openSession(url: string): Promise<PostgresSession> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return { query: async (sql) => (await client.query(sql)).rows, close: () => client.end() }
}
