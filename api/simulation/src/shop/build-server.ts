import { type ApiConfig, readApiConfig } from '@site/api/config'
import { createApi } from '@site/api/create-api'
import type { Pricing } from '@site/api/price-list'
import {
  createMailWorker,
  type Database,
  dailyJobs,
  type Operation,
  runIfDue,
  runOperation,
  type SendMail,
  sweep,
} from '@site/api/testing/driven-parts'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { SigningKeys } from '../books/webhooks'

type Addresses = { stripe: string; paypal: string }
export type ServerParts = {
  database: Database
  keys: SigningKeys
  providers: Addresses
  pricing: () => Pricing
  send: SendMail
  fastify?: FastifyServerOptions
  /** Absent: as often as a shop does. */
  sweepMs?: number
}

/** What a process around the API does by itself or for its owner. */
export type ServerDeeds = {
  sweep: (now: number) => Promise<void>
  sendMail: () => Promise<number>
  /** @returns whether it was due. */
  runJob: (name: string) => Promise<boolean>
  command: (operation: Operation) => Promise<unknown>
}

const { log } = Fastify({ logger: false })

/** One server of the shop, with the calls of its API under `/api`; routes may be added until it is ready. */
export async function buildServer(parts: ServerParts): Promise<{ app: FastifyInstance; deeds: ServerDeeds }> {
  const { database, keys, providers, pricing, send, fastify, sweepMs } = parts
  const app = Fastify({ logger: false, ...fastify })
  const config = readConfig(keys, providers)
  const replaced = { database, hasDiskSpace: async () => true, ...(sweepMs !== undefined && { sweepMs }) }
  const { plugin, services } = await createApi(config, { pricing, log }, replaced)
  await app.register(plugin, { prefix: '/api' })
  const writing = {
    mailFrom: config.mailFrom,
    writeLink: () => Promise.reject(new Error('Nobody has an account here')),
  }
  const mail = createMailWorker({ database, send, log, ...writing })
  const deeds: ServerDeeds = {
    sweep: (now) => sweep(services, now),
    sendMail: () => mail.sendDue(),
    runJob: async (name) => {
      const job = dailyJobs.find((it) => it.name === name)
      return job !== undefined && runIfDue(services, job)
    },
    command: (operation) => runOperation(services, operation),
  }
  return { app, deeds }
}

function readConfig(keys: SigningKeys, providers: Addresses): ApiConfig {
  const many = '1000000'
  const environment = {
    STRIPE_SECRET_KEY: 'sk_test_simulation',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_simulation',
    STRIPE_WEBHOOK_SECRET: keys.stripe,
    PAYPAL_CLIENT_ID: 'client',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: keys.payPalWebhookId,
    STRIPE_API_URL: providers.stripe,
    PAYPAL_API_URL: providers.paypal,
    AUTH_SECRET: 'a secret of more than thirty-two characters',
    PAYMENT_INTENTS_PER_MINUTE: many,
    CONFIRMS_PER_ADDRESS: many,
    ALLOW_AMOUNT_ONLY: '1',
  }
  const { config, problems } = readApiConfig(environment, 'https://shop.test')
  if (problems.length > 0) throw new Error(problems.join('; '))
  return config
}
