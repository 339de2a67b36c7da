import type { SigningKeys } from '../books/webhooks'
import type { Plan } from '../plan'
import type { Actor } from '../world/actors'
import { buildServer } from './build-server'
import { currentDatabase } from './database'
import type { createMailServer } from './mail-server'
import type { PriceBoard } from './price-board'
import { buildSerializer } from './response-serializers'
import type { ServerCalls } from './servers'

export type OpenOptions = {
  actor: Actor
  plan: Plan
  keys: SigningKeys
  mailServer: ReturnType<typeof createMailServer>
  prices: PriceBoard
  /** It has ended, or must. */
  die: (why: string) => void
  onError: (problem: string) => void
}

const NEVER_MS = 1e12

/** Opens a server in this process; once it is killed, the world no longer waits for what it does. */
export async function openServer({ keys, mailServer, prices }: OpenOptions): Promise<ServerCalls> {
  const { app, deeds } = await buildServer({
    database: currentDatabase(),
    keys,
    providers: { stripe: 'http://stripe.test', paypal: 'http://paypal.test' },
    pricing: prices.pricing,
    send: mailServer.send,
    fastify: { schemaController: { compilersFactory: { buildSerializer } } },
    sweepMs: NEVER_MS,
  })
  await app.ready()
  return {
    ...deeds,
    post: async (url, payload, headers) => app.inject({ method: 'POST', url, payload, headers }),
    end: () => {},
  }
}
