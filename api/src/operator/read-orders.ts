import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { createDatabase, type DatabaseOptions } from '../database/create-database'
import { loggerOptions } from '../logging/logger-options'
import { findOrdersToCheck, type OrderToCheck } from './attention'
import { askRunningServer } from './operator-socket'

export type { OrderToCheck } from './attention'

/** Where a command finds the shop's database. */
export type DatabasePlace = { databaseUrl: string | undefined; dataDir: string }

const OPEN_MS = 15_000

/**
 * Orders that need a person, for a command beside the server: from the PostgreSQL server, or else from
 * the process that has the embedded database open, or else from its folder.
 * @throws Error that says what to do when the database cannot be read.
 */
export async function readOrdersToCheck({ databaseUrl, dataDir }: DatabasePlace): Promise<OrderToCheck[]> {
  if (databaseUrl) return readFrom({ url: databaseUrl })
  const told = await askRunningServer(dataDir)
  if (told) return told
  // Looking must not make a database.
  return existsSync(path.join(dataDir, 'postgres')) ? readFrom({ dataDir }) : []
}

async function readFrom(options: DatabaseOptions): Promise<OrderToCheck[]> {
  const { log } = Fastify({ logger: loggerOptions('error', process.stderr) })
  const database = createDatabase(options, log)
  const waiting = new AbortController()
  try {
    await Promise.race([database.opened, failAfter(OPEN_MS, waiting.signal)])
    return await findOrdersToCheck(database.queries())
  } finally {
    waiting.abort()
    await database.close()
  }
}

async function failAfter(ms: number, signal: AbortSignal): Promise<never> {
  await wait(ms, undefined, { signal })
  throw new Error(`The database does not answer within ${ms / 1_000} s.`)
}
