import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { findPostgres } from '../../../../scripts/machine/postgres-programs.mjs'
import { findSharedPostgres, startPostgres } from '../../../../scripts/machine/postgres-server.mjs'
import { hasErrorCode } from '../errors/refusal'

/** Initial content of a database. `fill` runs once per name; later databases are copies. */
type Template = { name: string; fill: (url: string) => Promise<void> }

type Databases = { createDatabase: (template?: Template) => Promise<string>; drop: () => Promise<void> }

function openDatabases(url: string): Databases {
  const made: string[] = []
  const create = async (name: string, template = 'template1') => {
    made.push(name)
    await run(url, `create database ${name} template ${template}`)
    return Object.assign(new URL(url), { pathname: `/${name}` }).href
  }
  return {
    async createDatabase(template) {
      const find = `select from pg_database where datname = '${template?.name}'`
      if (template && (await run(url, find)).length === 0) {
        const draft = newName('draft')
        await template.fill(await create(draft))
        // A concurrent test file may have created the template; `drop` removes this one.
        await run(url, `alter database ${draft} rename to ${template.name}`).catch((error) => {
          if (!hasErrorCode(error, DUPLICATE_DATABASE)) throw error
        })
      }
      return create(newName('test'), template?.name)
    },
    async drop() {
      for (const name of made.splice(0)) await run(url, `drop database if exists ${name} with (force)`)
    },
  }
}

const DUPLICATE_DATABASE = '42P04'
const newName = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '')}`

async function run(url: string, statement: string): Promise<unknown[]> {
  const { query, close } = await openSession(url)
  return query(statement).finally(close)
}

export { type Databases, findPostgres, startPostgres }

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>

const given = process.env.TEST_DATABASE_URL

export const ownsPostgres = !given && findPostgres() !== undefined

export const hasPostgres = Boolean(given) || ownsPostgres

/** Shares one server between all test files; tests must not stop it. */
export async function sharePostgres(): Promise<Databases> {
  const shared = given ?? (await findSharedPostgres())
  if (shared) return openDatabases(shared)
  const own = await startPostgres()
  return { ...openDatabases(own.url), drop: async () => own.stop() }
}

export type PostgresSession = Awaited<ReturnType<typeof openSession>>

export async function openSession(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  return {
    query: async (sql: string): Promise<Record<string, unknown>[]> => (await client.query(sql)).rows,
    close: () => client.end(),
  }
}
