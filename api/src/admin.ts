import { existsSync } from 'node:fs'
import path from 'node:path'
import Fastify from 'fastify'
import { askRunningServer } from './admin/admin-socket'
import { type Ask, type Operation, runOperation } from './admin/operations'
import type { ApiConfig } from './config/read'
import { createServices } from './create-services'
import { openWithoutMigrating } from './database/create-database'
import { AdminRefusal } from './errors/api-error'
import { loggerOptions } from './logging/logger-options'

export { restoreBackup } from './admin/back-up'
export type { WebhookReport } from './admin/examine-webhooks'
export type { Ask as Admin, Operation, OperationResult } from './admin/operations'
export type { Attention } from './attention/attention'
export type { OrderJson as OrderRecord, OrderSummary } from './orders/order-views'

/** Uses PostgreSQL, a running server's socket, or the folder. Never migrates. */
export function adminOf(config: ApiConfig): Ask {
  // Only a running server has the embedded database and the sandbox's payments.
  const isElsewhere = config.databaseUrl !== undefined && config.providers !== undefined
  const ask = async (operation: Operation): Promise<unknown> => {
    const answer = isElsewhere ? undefined : await askRunningServer(config.dataDir, operation)
    return answer ? answer.result : administerHere(config, operation)
  }
  return ask as Ask
}

async function administerHere(config: ApiConfig, operation: Operation): Promise<unknown> {
  const { databaseUrl, dataDir } = config
  if (!databaseUrl && !existsSync(path.join(dataDir, 'postgres'))) return answerWithout(operation, dataDir)
  const { log } = Fastify({ logger: loggerOptions('error', process.stderr) })
  // A new shop starts with the secrets of its webhooks, so these come before its tables.
  const needsTables = operation.do !== 'webhooks'
  const database = await openWithoutMigrating(databaseUrl ? { url: databaseUrl } : { dataDir }, log, needsTables)
  try {
    const services = await createServices(config, {
      database,
      log,
      pricing: () => undefined,
      keepsJournal: true,
      post: async () => 503,
    })
    try {
      return await runOperation(services.payments, operation)
    } finally {
      await services.fakeProviders?.close()
    }
  } finally {
    await database.close()
  }
}

function answerWithout(operation: Operation, dataDir: string): unknown {
  if (operation.do === 'attention') return { orders: [], cases: [], warnings: [] }
  if (operation.do === 'list') return []
  throw new AdminRefusal(`There is no database in ${dataDir}.`)
}
