import type { Random } from '@platform/base/testing/random'
import type { FastifyInstance } from 'fastify'
import { between, currentActor, doAs } from '../world/actors'
import { sleep } from '../world/clock'
import { note } from '../world/trace'

export const addresses = { stripe: 'http://stripe.test', paypal: 'http://paypal.test' }

type Options = {
  server: FastifyInstance
  random: Random
  /** Runs before and after a call, where the calling server may die. */
  onCall: (when: 'before' | 'after') => void
}

/**
 * Creates the process's only `fetch`, which takes virtual time and reaches the sandbox.
 * @throws Error for any other host
 */
export function createFetch({ server, random, onCall }: Options) {
  return (target: string | URL | Request, { method = 'GET', headers, body, signal }: RequestInit = {}) => {
    const { origin, pathname, search } = new URL(String(target))
    const url = `${origin === addresses.paypal ? '/paypal' : ''}${pathname}${search}`
    if (!Object.values(addresses).includes(origin)) throw new Error(`The shop calls ${origin}, which nobody answers`)
    const actor = currentActor()
    const halfWayMs = random.chance(0.05) ? between(random, 500, 6_000) : between(random, 10, 200)
    const name = `${actor?.name ?? 'nobody'} ${method} ${url}`
    return new Promise<Response>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      signal?.addEventListener('abort', () => reject(signal.reason))
      const carry = async () => {
        onCall('before')
        await sleep(halfWayMs)
        if (actor?.isDead) return
        const sent = { method: method as 'GET', url, headers: Object.fromEntries(new Headers(headers)) }
        const reply = await server.inject({ ...sent, ...(typeof body === 'string' && { payload: body }) })
        note(`${name} → ${reply.statusCode}${issueOf(reply.body)}`)
        await sleep(halfWayMs)
        onCall('after')
        const content = reply.statusCode === 204 ? null : reply.body
        resolve(new Response(content, { status: reply.statusCode, headers: { 'content-type': 'application/json' } }))
      }
      doAs(actor, carry).catch((error) => {
        note(`${name} → lost`)
        reject(new TypeError('fetch failed', { cause: error }))
      })
    })
  }
}

function issueOf(body: string): string {
  const found = /"(?:issue|code)":"(\w+)"/.exec(body)
  return found ? ` ${found[1]}` : ''
}
