import { existsSync } from 'node:fs'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createDatabase } from '../database/create-database'
import { findOrdersToCheck, type OrderToCheck } from './attention'
import { askRunningServer } from './operator-socket'

export type Source = { databaseUrl: string | undefined; dataDir: string }

const OPEN_MS = 30_000

/**
 * Orders that need a person, for a command beside the server: from the PostgreSQL server, or else from
 * the process that has the embedded database open, or else from its folder.
 * @throws Error that says what to do when the database cannot be read.
 */
export async function readOrdersToCheck(
  { databaseUrl, dataDir }: Source,
  log: FastifyBaseLogger,
): Promise<OrderToCheck[]> {
  if (databaseUrl) return readFrom({ url: databaseUrl }, log)
  const told = await askRunningServer(dataDir)
  if (told) return told
  // Looking must not make a database.
  return existsSync(path.join(dataDir, 'postgres')) ? readFrom({ dataDir }, log) : []
}

async function readFrom(options: { url: string } | { dataDir: string }, log: FastifyBaseLogger) {
  const database = createDatabase(options, log)
  try {
    await Promise.race([database.opened, failAfter(OPEN_MS)])
    return await findOrdersToCheck(database.queries())
  } finally {
    await database.close()
  }
}

function failAfter(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = () => reject(new Error(`The database does not answer within ${ms / 1_000} s.`))
    setTimeout(fail, ms).unref()
  })
}
