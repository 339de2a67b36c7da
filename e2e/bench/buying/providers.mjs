import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

/** How often a byte of an answer that trickles comes: often enough that a connection never counts as idle. */
const TRICKLE_MS = 300

/** How PayPal can be away. Each takes every call. */
export const outages = {
  hangs: () => {},
  trickles: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), TRICKLE_MS)
    response.once('close', () => clearInterval(timer))
  },
  'answers 500': (response) => reply(response, 500, { name: 'INTERNAL_SERVER_ERROR' }),
}

/**
 * As much of both providers' HTTP APIs as the outage needs, apart from the shop, so that what they do
 * costs the shop nothing.
 */
export async function startProviders() {
  const intents = new Map()
  const byKey = new Map()
  const orders = new Map()
  const paid = []
  let answerInstead

  const stripe = await listen(async (request, response) => {
    const isList = request.method === 'GET' && !/\/pi_/.test(pathOf(request))
    if (isList) return reply(response, 200, { object: 'list', data: [], has_more: false })
    const [, id, action] = /^\/v1\/payment_intents(?:\/(\w+))?(?:\/(\w+))?$/.exec(pathOf(request)) ?? []
    const form = new URLSearchParams(await textOf(request))
    const key = request.headers['idempotency-key']
    const intent = id ? intents.get(id) : (byKey.get(key) ?? newIntent(form))
    if (!intent) return reply(response, 404, { error: { code: 'resource_missing', message: 'No such intent' } })
    if (action === 'cancel' && intent.status !== 'succeeded') intent.status = 'canceled'
    if (!id) byKey.set(key, intent)
    intents.set(intent.id, intent)
    reply(response, 200, intent)
  })
  const payPal = await listen(async (request, response) => {
    if (answerInstead) return answerInstead(response)
    const path = pathOf(request)
    if (path === '/v1/oauth2/token') return reply(response, 200, { access_token: 'token', expires_in: 32_400 })
    const [, id, action] = /^\/v2\/checkout\/orders(?:\/(\w+))?(?:\/(\w+))?/.exec(path) ?? []
    if (action === 'capture') capture(orders.get(id))
    if (id) return reply(response, orders.has(id) ? 200 : 404, orders.get(id) ?? {})
    if (path !== '/v2/checkout/orders') return reply(response, 404, {})
    const { purchase_units } = JSON.parse(await textOf(request))
    const order = { id: randomUUID().replaceAll('-', '').slice(0, 17).toUpperCase(), status: 'CREATED', purchase_units }
    orders.set(order.id, order)
    reply(response, 201, order)
  })

  return {
    paid,
    env: {
      STRIPE_SECRET_KEY: 'sk_test_outage',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_outage',
      STRIPE_WEBHOOK_SECRET: 'whsec_outage',
      PAYPAL_CLIENT_ID: 'outage',
      PAYPAL_CLIENT_SECRET: 'outage',
      PAYPAL_WEBHOOK_ID: 'OUTAGE',
      STRIPE_API_URL: stripe.url,
      PAYPAL_API_URL: payPal.url,
    },
    /** @param outage a key of `outages`; absent: PayPal is itself again */
    break(outage) {
      answerInstead = outages[outage]
    },
    /** The buyer approves in PayPal's window. */
    approve(paypalOrderId) {
      orders.get(paypalOrderId).status = 'APPROVED'
    },
    /** The buyer's browser pays, and is gone before it can tell the shop. */
    pay(clientSecret, orderId) {
      const intent = intents.get(clientSecret.split('_secret_')[0])
      Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
      paid.push(orderId)
    },
    close: () => Promise.all([stripe.close(), payPal.close()]),
  }
}

function capture(order) {
  if (order?.status !== 'APPROVED') return
  const [unit] = order.purchase_units
  order.status = 'COMPLETED'
  unit.payments = { captures: [{ id: randomUUID(), status: 'COMPLETED', amount: unit.amount }] }
}

function newIntent(form) {
  const id = `pi_${randomUUID().replaceAll('-', '')}`
  const metadata = {}
  for (const [name, value] of form) {
    const key = /^metadata\[(.+)\]$/.exec(name)?.[1]
    if (key) metadata[key] = value
  }
  const money = { amount: Number(form.get('amount')), amount_received: 0, currency: form.get('currency') }
  const secret = `${id}_secret_${randomUUID()}`
  const status = 'requires_payment_method'
  return { id, object: 'payment_intent', ...money, client_secret: secret, livemode: false, metadata, status }
}

function pathOf(request) {
  return request.url.split('?')[0]
}

async function textOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function reply(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function listen(answer) {
  // A call that its caller gave up in the middle is nobody's any more.
  const server = createServer((request, response) => answer(request, response).catch(() => response.destroy()))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
