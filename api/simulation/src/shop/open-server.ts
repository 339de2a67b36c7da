import { readApiConfig } from '@site/api/config'
import { createApi } from '@site/api/create-api'
import { type PriceList, type Pricing, parsePriceList } from '@site/api/price-list'
import {
  buildSerializer,
  createMailWorker,
  dailyJobs,
  type Operation,
  runIfDue,
  runOperation,
  sweep,
} from '@site/api/testing/driven-parts'
import type { Sandbox } from '@site/sandbox'
import Fastify from 'fastify'
import { addresses } from '../providers/network'
import { currentDatabase } from './database'
import type { createMailServer } from './mail-server'

export type Item = { id: number; quantity: number; price: number }

const courses = [
  { id: 1, title: 'CITB Health & Safety Awareness', prices: [99] },
  { id: 14, title: 'Manual Handling', prices: [179] },
  { id: 17, title: 'Online CITB SSP', prices: [299] },
]

export const baskets: readonly [Item, ...Item[]] = [
  { id: 14, quantity: 1, price: 179 },
  { id: 1, quantity: 1, price: 99 },
  { id: 17, quantity: 2, price: 299 },
  { id: 1, quantity: 5, price: 99 },
]

function readPricing(): Pricing {
  const list: PriceList | undefined = parsePriceList({ courses })
  if (!list) throw new Error('The simulation has no price list')
  return { lists: [list], present: list }
}

export function totalOf({ price, quantity }: Item): number {
  return price * quantity + Math.round((price * quantity) / 5)
}

type Parts = { mailServer: ReturnType<typeof createMailServer>; providers: Sandbox['providers'] }
export type ServerCalls = Awaited<ReturnType<typeof openServer>>

const { log } = Fastify({ logger: false })
const NEVER_MS = 1e12

export async function openServer({ mailServer, providers }: Parts) {
  const database = currentDatabase()
  const app = Fastify({ logger: false, schemaController: { compilersFactory: { buildSerializer } } })
  const config = readConfig(providers)
  const replaced = { database, hasDiskSpace: async () => true, sweepMs: NEVER_MS }
  const { plugin, services } = await createApi(config, { pricing: readPricing, log }, replaced)
  await app.register(plugin, { prefix: '/api' })
  await app.ready()
  const writeLink = async () => 'https://shop.test/account/orders/one#token'
  const mail = createMailWorker({ database, send: mailServer.send, log, mailFrom: config.mailFrom, writeLink })
  return {
    post: async (url: string, payload: string | object, headers: Record<string, string>) =>
      app.inject({ method: 'POST', url, payload, headers }),
    sweep: (now: number) => sweep(services, now),
    sendMail: () => mail.sendDue(),
    runJobs: async () => {
      for (const job of dailyJobs) await runIfDue(services, job)
    },
    command: (operation: Operation) => runOperation(services, operation),
  }
}

function readConfig({ stripe, paypal }: Sandbox['providers']) {
  const many = '1000000'
  const environment = {
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: addresses.stripe,
    PAYPAL_CLIENT_ID: paypal.clientId,
    PAYPAL_CLIENT_SECRET: paypal.clientSecret,
    PAYPAL_WEBHOOK_ID: paypal.webhookId,
    PAYPAL_API_URL: addresses.paypal,
    AUTH_SECRET: 'a secret of more than thirty-two characters',
    PAYMENT_INTENTS_PER_MINUTE: many,
    CONFIRMS_PER_ADDRESS: many,
    ALLOW_AMOUNT_ONLY: '1',
  }
  const { config, problems } = readApiConfig(environment, 'https://shop.test')
  if (problems.length > 0) throw new Error(problems.join('; '))
  return config
}
