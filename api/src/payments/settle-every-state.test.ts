import { eq } from 'drizzle-orm'
import { type OrderState, orders, type PaymentState, payments } from '../database/schema'
import { newOrderId } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { settlePayment } from './settle-payment'

/**
 * Some states occur once in thousands of histories. Each one without a transition was answered with 500, in every
 * sweep.
 */

const shop = setUpShop()
const { buyer, readOrder } = shop
const orderId = newOrderId()

beforeAll(async () => {
  await buyer.startWallet(orderId)
  await buyer.start(orderId)
})

const ended: PaymentState[] = ['ended']
const unpaid: PaymentState[] = ['open', 'processing', 'declined', ...ended]
const attempts: Record<OrderState, { other: PaymentState; states: PaymentState[] }> = {
  created: { other: 'ended', states: unpaid },
  pending: { other: 'ended', states: unpaid },
  processing: { other: 'ended', states: unpaid },
  failed: { other: 'ended', states: unpaid },
  cancelled: { other: 'ended', states: unpaid },
  needs_attention: { other: 'ended', states: unpaid },
  paid: { other: 'succeeded', states: unpaid },
  refunded: { other: 'refunded', states: ended },
  charged_back: { other: 'charged_back', states: ended },
}
const orderStates = Object.keys(attempts) as OrderState[]
const statuses = ['open', 'approved', 'processing', 'declined', 'closed'] as const

async function settle(order: OrderState, state: PaymentState, status: (typeof statuses)[number] | 'succeeded') {
  const queries = shop.database.queries()
  const [other, payment] = (await readOrder(orderId)).payments
  if (!other || !payment?.providerId) throw new Error('There are no two payments')
  const untouched = { takenAt: null, takenPence: null, providerStatus: null }
  await queries.update(payments).set({ state: 'ended' }).where(eq(payments.orderId, orderId))
  await queries.update(orders).set({ state: order }).where(eq(orders.id, orderId))
  await queries.update(payments).set({ state: attempts[order].other }).where(eq(payments.id, other.id))
  await queries
    .update(payments)
    .set({ ...untouched, state })
    .where(eq(payments.id, payment.id))
  const { provider, providerId, amountPence, idempotencyKey: reference } = payment
  const said = { provider, providerId, reference, amountPence, currency: 'gbp', isOurMode: true, chargeId: 'ch_1' }
  const settlement = await settlePayment(shop.api.services, { ...said, status }, 'sweep')
  const kept = await readOrder(orderId)
  return { type: settlement.type, order: kept.state, payment: kept.payments[1]?.state }
}

describe.each(orderStates)('an order that is %s', (order) => {
  const isDecided = ['paid', 'needs_attention', 'refunded', 'charged_back'].includes(order)

  it('takes in whatever is not money, and stays what a person or another payment has made it', async () => {
    for (const state of attempts[order].states) {
      for (const status of statuses) {
        const kept = await settle(order, state, status)
        const stays = isDecided ? [order] : orderStates
        expect([state, status, stays]).toEqual([state, status, expect.arrayContaining([kept.order])])
      }
    }
  }, 30_000)

  it('keeps the money or sends it back', async () => {
    const to = order === 'cancelled' ? 'needs_attention' : 'paid'
    for (const state of attempts[order].states) {
      const isKept = order !== 'paid' && !ended.includes(state)
      const kept = { type: 'settled', order: to, payment: 'succeeded' }
      const expected = isKept ? kept : { type: 'returned', order, payment: 'duplicate' }
      expect([state, await settle(order, state, 'succeeded')]).toEqual([state, expected])
    }
  }, 30_000)
})
