import { existsSync } from 'node:fs'
import path from 'node:path'
import Fastify from 'fastify'
import type { ApiConfig } from '../config'
import { createServices } from '../create-services'
import { openWithoutMigrating } from '../database/create-database'
import { loggerOptions } from '../logging/logger-options'
import { withBackup } from './back-up'
import { type Operation, type OperationResult, runOperation } from './operations'
import { askRunningServer } from './operator-socket'
import { OperatorRefusal } from './refuse'

export type { Attention } from './attention'
export { restoreBackup } from './back-up'
export type { Operation, OperationResult } from './operations'
export type { OrderRecord, OrderSummary } from './order-views'
export type { PersonalData } from './personal-data'
export { OperatorRefusal } from './refuse'

type ResultOf<O extends Operation> = OperationResult[O['do']]
export type Operator = <O extends Operation>(operation: O) => Promise<ResultOf<O>>

/** The operator's commands for the shop that is configured so. */
export function operatorOf(config: ApiConfig): Operator {
  return (operation) => operate(config, operation)
}

/**
 * Does what an operator asks, beside the server: in the PostgreSQL server's database, or else by the process
 * that has the embedded one open, or else in its folder. It never changes the tables.
 * @throws OperatorRefusal, or an Error that says what to do when the database cannot be used.
 */
export async function operate<O extends Operation>(config: ApiConfig, operation: O): Promise<ResultOf<O>> {
  // Only a running server has the embedded database open, and only it knows the sandbox's payments.
  const isElsewhere = config.databaseUrl !== undefined && config.providers !== undefined
  const answer = isElsewhere ? undefined : await askRunningServer(config.dataDir, operation)
  // The running server is of the same release, and answers what `runOperation` gives.
  return (answer ? answer.result : await operateHere(config, operation)) as ResultOf<O>
}

async function operateHere(config: ApiConfig, operation: Operation): Promise<unknown> {
  const { databaseUrl, dataDir } = config
  // Looking must not make a database.
  if (!databaseUrl && !existsSync(path.join(dataDir, 'postgres'))) return answerWithout(operation, dataDir)
  const { log } = Fastify({ logger: loggerOptions('error', process.stderr) })
  const database = await openWithoutMigrating(databaseUrl ? { url: databaseUrl } : { dataDir }, log)
  try {
    await database.opened
    const services = await createServices(config, {
      database,
      log,
      pricing: () => undefined,
      keepsJournal: true,
      post: async () => 503,
    })
    try {
      return await runOperation(withBackup(services.payments), operation)
    } finally {
      await services.standIns?.close()
    }
  } finally {
    await database.close()
  }
}

function answerWithout(operation: Operation, dataDir: string): unknown {
  if (operation.do === 'attention') return { orders: [], cases: [], warnings: [] }
  if (operation.do === 'list') return []
  throw new OperatorRefusal(`There is no database in ${dataDir}.`)
}
