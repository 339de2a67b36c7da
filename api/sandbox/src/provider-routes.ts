import { type Pence, parseDecimal, pence, toDecimal } from '@site/shared/money'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type AddRoute, type AnswerCall, type Result, routesOf } from './answer-call'
import type { FakePayPal } from './fake-paypal'
import type { FakeStripe } from './fake-stripe'
import { amountOf, type FakeOrder, unitSchema } from './paypal-objects'
import { showCharge, showDispute, showRefund } from './stripe-objects'
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
/** How far back disputes are listed (developer.paypal.com/docs/api/customer-disputes/v1). */
const DISPUTES_MS = 180 * 24 * 60 * 60 * 1_000

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

type Dated = Record<string, unknown> & { created: number }

function addStripeLists(route: AddRoute<Record<string, string>>, stripe: FakeStripe): void {
  const listAt = (name: string, action: string, all: () => Dated[]) =>
    route(
      'GET',
      `/${name}`,
      ({ query: { payment_intent: id } }) => (id ? { action: `list ${name}`, id } : { action }),
      ({ query }) => {
        const { payment_intent: intent, 'created[gte]': since = 0, 'created[lt]': until = Infinity } = query
        const isListed = ({ created, payment_intent }: Dated) =>
          created >= Number(since) && created < Number(until) && (!intent || payment_intent === intent)
        const data = all().filter(isListed)
        return { status: 200, body: { object: 'list', url: `/v1/${name}`, has_more: false, data } }
      },
    )
  const intents = () => stripe.intents.all()
  listAt('charges', 'list', () =>
    intents().flatMap((intent) => {
      const { currency, metadata, chargedAt: created } = intent
      return created === undefined ? [] : { ...showCharge(intent), currency, metadata, status: 'succeeded', created }
    }),
  )
  listAt('refunds', 'list', () =>
    intents().flatMap((intent) =>
      intent.refunds.map((refund) => ({ ...showRefund(intent, refund), created: refund.created })),
    ),
  )
  listAt('disputes', 'list disputes', () =>
    intents().flatMap((intent) =>
      intent.disputes.map((dispute) => ({ ...showDispute(intent, dispute), created: dispute.created })),
    ),
  )
}

function addPayPalLists(route: AddRoute<unknown>, payPal: FakePayPal): void {
  route('GET', '/v1/reporting/transactions', 'list', ({ query: { start_date = '', end_date = '' } }) => {
    const lines = payPal.orders.all().flatMap(transactionsOf)
    const found = lines.filter(({ transaction_initiation_date: at }) => at >= start_date && at < end_date)
    const transaction_details = found.map((info) => ({ transaction_info: { transaction_status: 'S', ...info } }))
    return { status: 200, body: { transaction_details, total_pages: 1 } }
  })
  route('GET', '/v1/customer/disputes', 'list disputes', ({ query: { start_time: since = '' } }) => {
    if (Date.parse(since) < Date.now() - DISPUTES_MS) return { status: 400, body: { name: 'INVALID_REQUEST' } }
    const all = payPal.orders.all().flatMap(({ disputes }) => disputes)
    const items = all.filter(({ createTime }) => createTime >= since).map(({ id }) => ({ dispute_id: id }))
    return { status: 200, body: { items, links: [] } }
  })
}

function transactionsOf(order: FakeOrder) {
  const { captures, refunds, unit } = order
  const custom = unit.custom_id === undefined ? {} : { custom_field: unit.custom_id }
  return captures
    .filter(({ status }) => ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status))
    .flatMap(({ id, createTime }) => [
      { ...line(id, 'T0006', createTime, amountOf(order)), ...custom },
      ...refunds
        .filter((refund) => refund.captureId === id && refund.status === 'COMPLETED')
        .map((refund) => ({
          ...line(refund.id, 'T1107', refund.createTime, pence(-refund.amount)),
          paypal_reference_id: id,
        })),
    ])
}

function line(id: string, code: string, at: string, amount: Pence) {
  return {
    transaction_id: id,
    transaction_event_code: code,
    transaction_initiation_date: at,
    transaction_amount: { currency_code: 'GBP', value: toDecimal(amount) },
  }
}
