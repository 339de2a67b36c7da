import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type PostgresServer, startPostgres } from '@platform/base/testing/postgres-server'
import { createDatabase, type Database } from '@site/api/testing/driven-parts'
import Fastify from 'fastify'
import { nameTables } from '../shop/name-tables'
import { MINUTE, sleep } from '../world/clock'
import { reach } from '../world/trace'
import { sqlOfClock } from './clock-file'
import { clockFile, waitFor } from './pace'
import { endAll } from './processes'

/** In the place of `shop/database.ts`: a PostgreSQL server that tells the world's time, and dies. */

const { log } = Fastify({ logger: false })
/** How often the auditor asks a server that has just been started, and after how many real milliseconds. */
const TRIES = 50
const AGAIN_MS = 100

let postgres: PostgresServer | undefined
let auditor: Database | undefined
let tables: string | undefined
let isAway = false
let address = ''

export async function prepareDatabase(): Promise<void> {
  const server = await startPostgres()
  postgres = server
  process.once('exit', () => {
    server.stop()
    rmSync(clockFile, { force: true })
  })
  address = await server.createDatabase()
  const name = new URL(address).pathname.slice(1)
  const first = await createDatabase({ url: address }, log)
  await first.opened
  // The defaults of columns name the function that was there when they were made.
  await first.queries().execute('drop schema public cascade; create schema public')
  await first.queries().execute(sqlOfClock(clockFile))
  await first.queries().execute(`alter database ${name} set search_path = public, pg_catalog`)
  await first.close()
  auditor = await createDatabase({ url: address }, log)
  await auditor.opened
}

export async function emptyDatabase(): Promise<void> {
  endAll()
  restore()
  tables ??= await nameTables(query)
  await query(`truncate ${tables} restart identity cascade`)
}

export const databaseAddress = (): string => address

/** Dies as by a failure of its machine's power. */
export function takeAway(): void {
  if (isAway) return
  isAway = true
  postgres?.crash()
  reach('the database is killed')
}

export function restore(): void {
  if (!isAway) return
  postgres?.start()
  isAway = false
}

/** Looks at the tables beside the shop; waits while the database is away. */
export async function query<Row>(sql: string): Promise<Row[]> {
  if (!auditor) throw new Error('No database was prepared')
  for (let tried = 1; ; tried += isAway ? 0 : 1) {
    try {
      return ((await waitFor(auditor.queries().execute(sql))) as unknown as { rows: Row[] }).rows
    } catch (error) {
      if (tried === TRIES) throw error
      await (isAway ? sleep(MINUTE) : waitFor(wait(AGAIN_MS)))
    }
  }
}
