import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Clock } from './clock'
import type { Collection, Collections } from './collections'
import type { FailureKind, Failures, Provider, ProviderCall } from './failures'

export type Result = { status: number; body: unknown }

const keptSchema = Type.Object({ status: Type.Integer(), body: Type.Unknown(), at: Type.Number() })

const HOUR_MS = 60 * 60 * 1_000
/**
 * Returns how long a key is remembered. Stripe: at least 24 hours (docs.stripe.com/api/idempotent_requests).
 * PayPal: 6 hours for orders, 45 days for payments and refunds (developer.paypal.com/api/rest/reference/idempotency).
 */
function keptFor({ provider, action }: ProviderCall): number {
  if (provider === 'stripe') return 24 * HOUR_MS
  return action === 'create' ? 6 * HOUR_MS : 45 * 24 * HOUR_MS
}

type AnswerOptions = { idempotencyKey?: string | undefined; work: () => Result }
export type AnswerCall = (reply: FastifyReply, call: ProviderCall, options: AnswerOptions) => Promise<FastifyReply>

export type Asked<Body> = {
  params: { id: string }
  query: Readonly<Record<string, string | undefined>>
  body: Body
  headers: FastifyRequest['headers']
}
export type AddRoute<Body> = (
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  action: string | ((asked: Asked<Body>) => { action: string; id?: string }),
  work: (asked: Asked<Body>) => Result,
) => void

const keyHeaders = { stripe: 'idempotency-key', paypal: 'paypal-request-id' } as const

export function routesOf<Body>(app: FastifyInstance, provider: Provider, answer: AnswerCall): AddRoute<Body> {
  return (method, url, action, work) => {
    app.route({
      method,
      url,
      handler(request, reply) {
        const asked = request as unknown as Asked<Body>
        const { id } = asked.params
        const about = typeof action === 'string' ? { action, ...(id !== undefined && { id }) } : action(asked)
        const key = request.headers[keyHeaders[provider]]
        const options = { ...(typeof key === 'string' && { idempotencyKey: key }), work: () => work(asked) }
        return answer(reply, { provider, ...about }, options)
      },
    })
  }
}

export function createAnswering(clock: Clock, collections: Collections, failures: Failures): AnswerCall {
  const kept: Collection<Result & { at: number }> = collections.open('idempotency', keptSchema)
  const underWay = new Set<string>()

  return async (reply, call, { idempotencyKey, work }) => {
    const key = idempotencyKey && `${call.provider} ${call.action} ${idempotencyKey}`
    const failure = failures.call?.(call)
    if (key && underWay.has(key)) return reply.status(inUse.status).send(inUse.body)
    if (key) underWay.add(key)
    try {
      if (failure?.delayMs) await wait(clock, failure.delayMs)
      if (failure?.when === 'before') return failCall(reply, call.provider, failure.how)
      const found = key ? kept.get(key) : undefined
      const earlier = found && found.at > clock.now() - keptFor(call) ? found : undefined
      const result = earlier ?? work()
      // Stripe repeats a failure that came after the work; PayPal returns the result.
      const isRepeated = call.provider === 'stripe' && failure?.when === 'after' && (failure.how ?? 'error') === 'error'
      if (key && !earlier) kept.put(key, { ...(isRepeated ? broken : result), at: clock.now() })
      if (failure?.when === 'after') return failCall(reply, call.provider, failure.how)
      if (earlier) reply.header('idempotent-replayed', 'true')
      return reply.status(result.status).send(result.body)
    } finally {
      if (key) underWay.delete(key)
    }
  }
}

const wait = ({ after }: Clock, ms: number): Promise<void> => new Promise((resolve) => after(ms, resolve))

export const INVALID = 'invalid_request_error'

export function stripeError(status: number, type: string, message: string, code?: string, about?: object): Result {
  return { status, body: { error: { type, ...(code && { code }), message, ...about } } }
}

const payPalError = (status: number, name: string, issue?: string): Result => ({
  status,
  body: { name, ...(issue && { details: [{ issue }] }) },
})
const broken = stripeError(500, 'api_error', 'The fake provider was told to fail')
const inUse = stripeError(409, INVALID, 'The same call is under way', 'idempotency_key_in_use')

const refused = { status: 400, body: { name: 'INVALID_REQUEST', error: { type: INVALID } } }

const refusals: Readonly<Partial<Record<FailureKind, Readonly<Record<Provider, Result>>>>> = {
  error: { stripe: broken, paypal: broken },
  refused: { stripe: refused, paypal: refused },
  missing: {
    stripe: stripeError(404, INVALID, 'No such payment_intent', 'resource_missing'),
    paypal: payPalError(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID'),
  },
  unauthorised: {
    stripe: stripeError(401, INVALID, 'Invalid API Key provided'),
    paypal: payPalError(401, 'AUTHENTICATION_FAILURE'),
  },
  busy: {
    stripe: stripeError(429, 'rate_limit_error', 'Too many requests', 'rate_limit'),
    paypal: payPalError(429, 'RATE_LIMIT_REACHED'),
  },
  forbidden: {
    stripe: stripeError(403, INVALID, 'The key may not do this'),
    paypal: payPalError(403, 'NOT_AUTHORIZED'),
  },
}

function failCall(reply: FastifyReply, provider: Provider, how: FailureKind = 'error'): FastifyReply {
  const refusal = refusals[how]?.[provider]
  if (refusal) return reply.status(refusal.status).send(refusal.body)
  if (how === 'garbled') return reply.status(200).send('<!doctype html><title>Just a mom')
  reply.hijack()
  if (how === 'drop') reply.raw.destroy()
  if (how === 'trickle') trickle(reply)
  return reply
}

const TRICKLE_MS = 300

/** Sends bytes that keep the connection alive but never complete an answer. */
function trickle({ raw }: FastifyReply): void {
  raw.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => raw.write(' '), TRICKLE_MS)
  timer.unref()
  raw.on('close', () => clearInterval(timer))
}
