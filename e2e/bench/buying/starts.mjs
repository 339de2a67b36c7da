import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'

const CONNECTIONS = 10
const SECONDS = 8
const WARM_UP_SECONDS = 3
const HEADERS = { 'content-type': 'application/json', 'x-requested-with': 'site' }

/**
 * Starts of a checkout: an order row and a payment intent at the fake provider, over HTTP.
 * `lost`: answered with success, but the provider has no payment; `doubled`: it has more than one.
 */
export async function measureStarts(origin) {
  await load(origin, WARM_UP_SECONDS)
  const { result, acknowledged } = await load(origin, SECONDS)
  const { payments } = await (await fetch(`${origin.url}/sandbox/payments`)).json()
  const counts = countByOrder(payments)
  const of = (orderId) => counts.get(orderId) ?? 0
  return {
    perSecond: result.requests.average,
    p99: result.latency.p99,
    lost: acknowledged.filter((orderId) => of(orderId) === 0).length,
    doubled: acknowledged.filter((orderId) => of(orderId) > 1).length,
  }
}

/** One start after the other on each connection, each of an order of its own. */
export async function load(origin, duration, connections = CONNECTIONS, limits = {}) {
  const acknowledged = []
  const result = await autocannon({
    url: `${origin.url}/api/payments/create-payment-intent`,
    method: 'POST',
    duration,
    connections,
    ...limits,
    headers: HEADERS,
    requests: [
      {
        setupRequest: newStart,
        onResponse: (status, _body, context) => status === 200 && acknowledged.push(context.orderId),
      },
    ],
  })
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} starts failed`)
  return { result, acknowledged }
}

function newStart(request, context) {
  context.orderId = `order_${Date.now()}_${randomUUID().slice(0, 8)}`
  const body = {
    orderId: context.orderId,
    amount: 119,
    currency: 'gbp',
    // One buyer would be asked whether the same basket is meant again.
    customerEmail: `${context.orderId}@example.com`,
    customerName: 'Ada Marsh',
    description: 'One course',
    paymentMethodId: 'pm_card_visa',
    items: [{ id: 1, quantity: 1, price: 99 }],
  }
  return { ...request, body: JSON.stringify(body) }
}

function countByOrder(payments) {
  const counts = new Map()
  for (const { orderId } of payments) counts.set(orderId, (counts.get(orderId) ?? 0) + 1)
  return counts
}
