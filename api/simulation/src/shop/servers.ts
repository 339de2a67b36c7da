import { type ApiConfig, readApiConfig } from '@site/api/config'
import { type Api, createApi } from '@site/api/create-api'
import type { Pricing } from '@site/api/price-list'
import type { Database } from '@site/api/testing/driven-parts'
import { createMailWorker, type MailWorker } from '@site/api/testing/driven-parts'
import Fastify, { type FastifyInstance } from 'fastify'
import type { SigningKeys } from '../books/webhooks'
import { type Actor, doAs } from '../world/actors'
import { streamOf } from '../world/random'
import { note, reach } from '../world/trace'
import type { createMailServer } from './mail-server'
import { buildSerializer } from './response-serializers'

export type Server = { actor: Actor; app: FastifyInstance; api: Api; mail: MailWorker }
/** `code`: of a refusal. Status 0: the connection was lost. */
export type Reply = { status: number; code: string; data: Record<string, unknown> }

export type ShopOptions = {
  seed: number
  database: Database
  keys: SigningKeys
  mailServer: ReturnType<typeof createMailServer>
  pricing: () => Pricing
  onError: (problem: string) => void
}

const { log } = Fastify({ logger: false })
const NEVER_MS = 1e12
const lost: Reply = { status: 0, code: 'lost', data: {} }

/** The servers of the shop behind one address: opened, killed, and whichever lives answers. */
export function createShop(options: ShopOptions) {
  const { seed, database, mailServer, pricing, onError } = options
  const servers: Server[] = []
  const deaths = new Map<Actor, () => void>()
  const balance = streamOf(seed, 'balancer')
  let opened = 0
  let keys = { ...options.keys }

  async function open(skewMs = 0): Promise<Server> {
    const name = `server ${++opened}`
    const actor: Actor = { name, skewMs, isDead: false, random: streamOf(seed, name) }
    const server = await doAs(actor, async () => {
      const app = Fastify({ logger: false, schemaController: { compilersFactory: { buildSerializer } } })
      const config = readConfig(keys)
      const parts = { database, hasDiskSpace: async () => true, sweepMs: NEVER_MS }
      const api = await createApi(config, { pricing, log }, parts)
      await app.register(api.plugin, { prefix: '/api' })
      await app.ready()
      const writing = {
        mailFrom: config.mailFrom,
        writeLink: () => Promise.reject(new Error('Nobody has an account here')),
      }
      const mail = createMailWorker({ database, send: mailServer.send, log, ...writing })
      return { actor, app, api, mail }
    })
    servers.push(server)
    note(`${name} opens${skewMs === 0 ? '' : `, its clock ${skewMs / 1_000} s off`}`)
    if (skewMs !== 0) reach('a server whose clock is off')
    return server
  }

  function kill({ actor }: Server, why: string): void {
    if (actor.isDead) return
    actor.isDead = true
    note(`${actor.name} is killed ${why}`)
    reach(`a server is killed ${why}`)
    deaths.get(actor)?.()
  }

  /** The reply, or that the server died before it came. */
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
  /** As a balancer chooses; `undefined` while none answers. */
  const anyServer = (): Server | undefined => {
    const [first, ...others] = alive()
    return first && balance.pick([first, ...others])
  }

  async function post(path: string, payload: string | object, headers: Record<string, string> = {}): Promise<Reply> {
    const server = anyServer()
    if (!server) return lost
    const { actor, app } = server
    const url = `/api/payments/${path}`
    const work = doAs(actor, () => app.inject({ method: 'POST', url, payload, headers }))
    const reply = await untilDeath(actor, work)
    if (!reply) return lost
    const body = reply.body ? JSON.parse(reply.body) : {}
    if (reply.statusCode === 500) onError(`${path} was answered with 500`)
    return { status: reply.statusCode, code: body.code ?? '', data: body.data ?? {} }
  }

  return {
    /** For servers that are opened from now on. */
    configure(changed: SigningKeys): void {
      keys = changed
    },
    open,
    kill,
    alive,
    anyServer,
    post,
    untilDeath,
    all: () => servers,
    find: (actor: Actor) => servers.find((it) => it.actor === actor),
  }
}

export type Shop = ReturnType<typeof createShop>

function readConfig(keys: SigningKeys): ApiConfig {
  const many = '1000000'
  const environment = {
    STRIPE_SECRET_KEY: 'sk_test_simulation',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_simulation',
    STRIPE_WEBHOOK_SECRET: keys.stripe,
    PAYPAL_CLIENT_ID: 'client',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: keys.payPalWebhookId,
    STRIPE_API_URL: 'http://stripe.test',
    PAYPAL_API_URL: 'http://paypal.test',
    AUTH_SECRET: 'a secret of more than thirty-two characters',
    PAYMENT_INTENTS_PER_MINUTE: many,
    CONFIRMS_PER_ADDRESS: many,
    ALLOW_AMOUNT_ONLY: '1',
  }
  const { config, problems } = readApiConfig(environment, 'https://shop.test')
  if (problems.length > 0) throw new Error(problems.join('; '))
  return config
}
