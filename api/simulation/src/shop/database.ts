import { connectEmbedded, type Database, migrate, openDatabase } from '@site/api/testing/driven-parts'
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

export async function createTables(): Promise<void> {
  const { queries } = await connectEmbedded({ workerFile: 'none' })
  await migrate(queries)
}

export async function query<Row>(sql: string): Promise<Row[]> {
  const postgres = await openPostgres()
  await untilNoTransaction()
  return (await postgres.query<Row>(sql)).rows
}
