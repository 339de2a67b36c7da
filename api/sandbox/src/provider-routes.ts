import { parseDecimal } from '@site/shared/money'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { AnswerCall, Result } from './answer-call'
import type { FakePayPal } from './fake-paypal'
import type { FakeStripe } from './fake-stripe'
import { registerPayPalLists, registerStripeLists } from './lists'
import { unitSchema } from './paypal-objects'
import { payPalSignature, type WebhookKeys } from './webhook-sender'

const unauthorised = { error: { type: 'invalid_request_error', message: 'The key is not right' } }

export function registerStripeApi(
  app: FastifyInstance,
  stripe: FakeStripe,
  { secretKey }: { secretKey: string },
  answer: AnswerCall,
): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== `Bearer ${secretKey}`) return reply.status(401).send(unauthorised)
  })
  const keyOf = (headers: Record<string, unknown>) => {
    const key = headers['idempotency-key']
    return typeof key === 'string' ? { idempotencyKey: key } : {}
  }

  app.post<{ Body: Record<string, string> }>('/payment_intents', (request, reply) => {
    const { amount, currency = '', description = '', ...rest } = request.body
    const asked = { amount: Number(amount), currency, description, metadata: metadataOf(rest) }
    const work = () => stripe.createIntent(asked)
    return answer(reply, { provider: 'stripe', action: 'create' }, { ...keyOf(request.headers), work })
  })
  registerStripeLists(app, stripe, answer)
  app.get<{ Params: { id: string } }>('/payment_intents/:id', ({ params: { id } }, reply) =>
    answer(reply, { provider: 'stripe', action: 'read', id }, { work: () => stripe.readIntent(id) }),
  )
  app.post<{ Params: { id: string } }>('/payment_intents/:id/cancel', ({ params: { id }, headers }, reply) => {
    const work = () => stripe.cancelIntent(id)
    return answer(reply, { provider: 'stripe', action: 'cancel', id }, { ...keyOf(headers), work })
  })
  app.post<{ Body: Record<string, string> }>('/refunds', ({ body, headers }, reply) => {
    const { payment_intent: id = '', amount, ...rest } = body
    const request = { metadata: metadataOf(rest), ...(amount !== undefined && { amount: Number(amount) }) }
    const work = () => stripe.refund(id, request)
    return answer(reply, { provider: 'stripe', action: 'refund', id }, { ...keyOf(headers), work })
  })
  app.get<{ Params: { id: string } }>('/disputes/:id', ({ params: { id } }, reply) =>
    answer(reply, { provider: 'stripe', action: 'read dispute', id }, { work: () => stripe.readDispute(id) }),
  )
}

function metadataOf(fields: Record<string, string>): Record<string, string> {
  const named = Object.entries(fields).flatMap(([field, value]) => {
    const name = /^metadata\[(.+)\]$/.exec(field)?.[1]
    return name ? [[name, value] as const] : []
  })
  return Object.fromEntries(named)
}

const orderSchema = Compile(Type.Object({ purchase_units: Type.Array(unitSchema, { minItems: 1 }) }))
const refundSchema = Compile(
  Type.Object({
    amount: Type.Optional(Type.Object({ value: Type.String() })),
    custom_id: Type.Optional(Type.String({ maxLength: 127 })),
  }),
)
const TOKEN_SECONDS = 32_400

/** PayPal answers with only the id unless asked for all (API reference, `Prefer`). */
function inFullWhereAsked(made: Result, { prefer }: Record<string, unknown>): Result {
  if (made.status !== 201 || prefer === 'return=representation') return made
  const { id, status, links } = made.body as Record<string, unknown>
  return { ...made, body: { id, status, links } }
}

export function registerPayPalApi(
  app: FastifyInstance,
  payPal: FakePayPal,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  keys: WebhookKeys,
  answer: AnswerCall,
): void {
  const token = `token-${keys.payPalSecret}`
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  app.addHook('onRequest', async ({ headers, url }, reply) => {
    const wanted = url.endsWith('/v1/oauth2/token') ? basic : `Bearer ${token}`
    if (headers.authorization !== wanted) return reply.status(401).send({ name: 'AUTHENTICATION_FAILURE' })
  })
  const keyOf = (headers: Record<string, unknown>) => {
    const key = headers['paypal-request-id']
    return typeof key === 'string' ? { idempotencyKey: key } : {}
  }
  type ById = { Params: { id: string } }

  app.post('/v1/oauth2/token', (_request, reply) => {
    const work = () => ({ status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS } })
    return answer(reply, { provider: 'paypal', action: 'token' }, { work })
  })
  registerPayPalLists(app, payPal, answer)
  app.post('/v2/checkout/orders', ({ body, headers }, reply) => {
    const [unit] = orderSchema.Check(body) ? body.purchase_units : []
    if (!unit) return reply.status(400).send({ name: 'INVALID_REQUEST' })
    const work = () => payPal.createOrder(unit)
    return answer(reply, { provider: 'paypal', action: 'create' }, { ...keyOf(headers), work })
  })
  app.get<ById>('/v2/checkout/orders/:id', ({ params: { id } }, reply) =>
    answer(reply, { provider: 'paypal', action: 'read', id }, { work: () => payPal.readOrder(id) }),
  )
  app.post<ById>('/v2/checkout/orders/:id/capture', ({ params: { id }, headers }, reply) => {
    const work = () => payPal.capture(id)
    return answer(reply, { provider: 'paypal', action: 'capture', id }, { ...keyOf(headers), work })
  })
  app.post<ById>('/v2/payments/captures/:id/refund', ({ params: { id }, headers, body }, reply) => {
    const { amount, custom_id: customId } = refundSchema.Check(body) ? body : {}
    const work = () => inFullWhereAsked(payPal.refund(id, amount && parseDecimal(amount.value), customId), headers)
    return answer(reply, { provider: 'paypal', action: 'refund', id }, { ...keyOf(headers), work })
  })
  app.get<ById>('/v1/customer/disputes/:id', ({ params: { id } }, reply) =>
    answer(reply, { provider: 'paypal', action: 'read dispute', id }, { work: () => payPal.readDispute(id) }),
  )
  app.post<{ Body: Record<string, unknown> }>('/v1/notifications/verify-webhook-signature', ({ body }, reply) => {
    const { transmission_id: id, transmission_time: time, transmission_sig: signature, webhook_event: event } = body
    const isRight = signature === payPalSignature(keys, String(id), String(time), event)
    const work = () => ({ status: 200, body: { verification_status: isRight ? 'SUCCESS' : 'FAILURE' } })
    return answer(reply, { provider: 'paypal', action: 'verify' }, { work })
  })
}
