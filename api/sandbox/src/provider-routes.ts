import { parseDecimal } from '@site/shared/money'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type AnswerCall, type Result, routesOf } from './answer-call'
import type { FakePayPal } from './fake-paypal'
import type { FakeStripe } from './fake-stripe'
import { addPayPalLists, addStripeLists } from './lists'
import { unitSchema } from './paypal-objects'
import { addPayPalWebhooks, addStripeWebhooks, type FakeWebhook } from './webhook-endpoints'
import { payPalSignature, type WebhookKeys } from './webhook-sender'

type Api<Fake, Config> = { fake: Fake; config: Config; webhooks: FakeWebhook[]; answer: AnswerCall }

const unauthorised = { error: { type: 'invalid_request_error', message: 'The key is not right' } }

export function registerStripeApi(
  app: FastifyInstance,
  { fake: stripe, config, webhooks, answer }: Api<FakeStripe, { secretKey: string }>,
): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== `Bearer ${config.secretKey}`) return reply.status(401).send(unauthorised)
  })
  const route = routesOf<Record<string, string>>(app, 'stripe', answer)

  route('POST', '/payment_intents', 'create', ({ body: { amount, currency = '', description = '', ...rest } }) =>
    stripe.createIntent({ amount: Number(amount), currency, description, metadata: metadataOf(rest) }),
  )
  route('GET', '/payment_intents/:id', 'read', ({ params }) => stripe.readIntent(params.id))
  route('POST', '/payment_intents/:id/cancel', 'cancel', ({ params }) => stripe.cancelIntent(params.id))
  const refund = ({ body }: { body: Record<string, string> }) => ({ action: 'refund', id: body.payment_intent ?? '' })
  route('POST', '/refunds', refund, ({ body: { payment_intent: id = '', amount, ...rest } }) =>
    stripe.refund(id, { metadata: metadataOf(rest), ...(amount !== undefined && { amount: Number(amount) }) }),
  )
  route('GET', '/disputes/:id', 'read dispute', ({ params }) => stripe.readDispute(params.id))
  addStripeLists(route, stripe)
  addStripeWebhooks(route, webhooks)
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
  { fake: payPal, config, webhooks, answer }: Api<FakePayPal, { clientId: string; clientSecret: string }>,
  keys: WebhookKeys,
): void {
  const token = `token-${keys.payPalSecret}`
  const basic = `Basic ${Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64')}`
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  app.addHook('onRequest', async ({ headers, url }, reply) => {
    const wanted = url.endsWith('/v1/oauth2/token') ? basic : `Bearer ${token}`
    if (headers.authorization !== wanted) return reply.status(401).send({ name: 'AUTHENTICATION_FAILURE' })
  })
  const route = routesOf<unknown>(app, 'paypal', answer)

  route('POST', '/v1/oauth2/token', 'token', () => {
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS } }
  })
  route('POST', '/v2/checkout/orders', 'create', ({ body }) => {
    const [unit] = orderSchema.Check(body) ? body.purchase_units : []
    return unit ? payPal.createOrder(unit) : { status: 400, body: { name: 'INVALID_REQUEST' } }
  })
  route('GET', '/v2/checkout/orders/:id', 'read', ({ params }) => payPal.readOrder(params.id))
  route('POST', '/v2/checkout/orders/:id/capture', 'capture', ({ params }) => payPal.capture(params.id))
  route('GET', '/v2/payments/captures/:id', 'read capture', ({ params }) => payPal.readCapture(params.id))
  route('POST', '/v2/payments/captures/:id/refund', 'refund', ({ params, headers, body }) => {
    const { amount, custom_id: customId } = refundSchema.Check(body) ? body : {}
    return inFullWhereAsked(payPal.refund(params.id, amount && parseDecimal(amount.value), customId), headers)
  })
  route('GET', '/v1/customer/disputes/:id', 'read dispute', ({ params }) => payPal.readDispute(params.id))
  route('POST', '/v1/notifications/verify-webhook-signature', 'verify', ({ body }) => {
    const { transmission_id: id, transmission_time: time, ...rest } = body as Record<string, unknown>
    const isRight = rest.transmission_sig === payPalSignature(keys, String(id), String(time), rest.webhook_event)
    return { status: 200, body: { verification_status: isRight ? 'SUCCESS' : 'FAILURE' } }
  })
  addPayPalLists(route, payPal)
  addPayPalWebhooks(route, webhooks)
}
