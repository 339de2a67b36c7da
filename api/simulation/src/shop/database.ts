import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { connectEmbedded, type Database, migrate, migrations, openDatabase } from '@site/api/testing/driven-parts'
import Fastify from 'fastify'
import { databaseTrouble, openPostgres, untilNoTransaction } from '../replaced/database-thread'

/** One database, emptied for each history: a new one takes seconds. */

const { log } = Fastify({ logger: false })
let tables: string | undefined
let current: Database | undefined

export async function emptyDatabase(): Promise<void> {
  tables ??= await listTables()
  // The log lives in memory: without checkpoints it would fill it in one night.
  await (await openPostgres()).exec(`truncate ${tables} restart identity cascade; checkpoint`)
  current = openDatabase(await connectEmbedded({ workerFile: 'none' }), log, async () => {})
  await current.opened
  databaseTrouble.isAway = false
}

export function currentDatabase(): Database {
  if (!current) throw new Error('No history has begun')
  return current
}

async function listTables(): Promise<string> {
  const [found] = await query<{ names: string }>(`select string_agg(tablename, ', ') as names from pg_tables
    where schemaname = 'public' and tablename not in ('migrations', 'applied_migrations')`)
  return found?.names ?? ''
}

/** Creates the tables, or copies those that an earlier process left in the folder. */
export async function prepareDatabase(folder: string): Promise<void> {
  const digest = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16)
  const file = path.join(folder, `database-${digest}.tar`)
  if (existsSync(file)) return void (await openPostgres(new Uint8Array(readFileSync(file))))
  const pglite = await openPostgres()
  const { queries } = await connectEmbedded({ workerFile: 'none' })
  await migrate(queries)
  const dump = await pglite.dumpDataDir('none')
  const draft = `${file}.${process.pid}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(draft, new Uint8Array(await dump.arrayBuffer()))
  renameSync(draft, file)
}

export async function query<Row>(sql: string): Promise<Row[]> {
  const postgres = await openPostgres()
  await untilNoTransaction()
  return (await postgres.query<Row>(sql)).rows
}
