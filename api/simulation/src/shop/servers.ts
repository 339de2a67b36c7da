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
import { type Actor, doAs, streamOf } from '../world/actors'
import { note } from '../world/trace'
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

export type Server = { actor: Actor; calls: Awaited<ReturnType<typeof openServer>> }
/** `code`: of a refusal. Status 0: connection lost. */
export type Reply = { status: number; code: string; data: Record<string, unknown> }

type ShopOptions = {
  seed: number
  mailServer: ReturnType<typeof createMailServer>
  providers: Sandbox['providers']
  onError: (problem: string) => void
}

const lost: Reply = { status: 0, code: 'lost', data: {} }

export function createShop({ seed, mailServer, providers, onError }: ShopOptions) {
  const servers: Server[] = []
  const deaths = new Map<Actor, () => void>()
  const balance = streamOf(seed, 'balancer')

  async function open(skewMs = 0): Promise<void> {
    const name = `server ${servers.length + 1}`
    const actor: Actor = { name, skewMs, isDead: false, random: streamOf(seed, name) }
    servers.push({ actor, calls: await doAs(actor, () => openServer({ mailServer, providers })) })
    note(`${name} opens${skewMs === 0 ? '' : `, its clock ${skewMs / 1_000} s off`}`)
  }

  function kill({ actor }: Server, why: string): void {
    if (actor.isDead) return
    actor.isDead = true
    note(`${actor.name} is killed ${why}`)
    deaths.get(actor)?.()
  }

  /** @returns `undefined` if the server dies first */
  function untilDeath<T>(actor: Actor, work: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const earlier = deaths.get(actor)
      deaths.set(actor, () => {
        earlier?.()
        resolve(undefined)
      })
      work.then((value) => resolve(actor.isDead ? undefined : value), reject)
    })
  }

  const alive = () => servers.filter(({ actor }) => !actor.isDead)
  const anyServer = (): Server | undefined => {
    const [first, ...others] = alive()
    return first && balance.pick([first, ...others])
  }

  return {
    open,
    kill,
    alive,
    anyServer,
    untilDeath,
    find: (actor: Actor | undefined) => servers.find((it) => it.actor === actor),

    async post(path: string, payload: string | object, headers: Record<string, string> = {}): Promise<Reply> {
      const server = anyServer()
      if (!server) return lost
      const { actor, calls } = server
      const work = doAs(actor, () => calls.post(`/api/payments/${path}`, payload, headers))
      const reply = await untilDeath(actor, work)
      if (!reply) return lost
      const body = reply.body ? JSON.parse(reply.body) : {}
      if (reply.statusCode === 500) onError(`${path} was answered with 500`)
      return { status: reply.statusCode, code: body.code ?? '', data: body.data ?? body }
    },
  }
}

export type Shop = ReturnType<typeof createShop>

const { log } = Fastify({ logger: false })
const NEVER_MS = 1e12

async function openServer({ mailServer, providers }: Pick<ShopOptions, 'mailServer' | 'providers'>) {
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
