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

const unpaid: PaymentState[] = ['open', 'processing', 'declined', 'ended']
const decided: Partial<Record<OrderState, PaymentState>> = {
  needs_attention: 'ended',
  paid: 'succeeded',
  refunded: 'refunded',
  charged_back: 'charged_back',
}
const orderStates: OrderState[] = [
  ...(['created', 'pending', 'processing', 'failed', 'cancelled'] as const),
  ...(Object.keys(decided) as OrderState[]),
]
const statuses = ['open', 'approved', 'processing', 'declined', 'closed', 'succeeded'] as const

async function settle(order: OrderState, state: PaymentState, status: (typeof statuses)[number]) {
  const queries = shop.queries()
  const [other, payment] = (await readOrder(orderId)).payments
  if (!other || !payment?.providerId) throw new Error('There are no two payments')
  const untouched = { takenAt: null, takenPence: null, providerStatus: null }
  const set = (id: number, values: Partial<typeof payments.$inferInsert>) =>
    queries.update(payments).set(values).where(eq(payments.id, id))
  await set(payment.id, { ...untouched, state: 'ended' })
  await set(other.id, { state: decided[order] ?? 'ended' })
  await set(payment.id, { state })
  await queries.update(orders).set({ state: order }).where(eq(orders.id, orderId))
  const { provider, providerId, amountPence, idempotencyKey: reference } = payment
  const said = { provider, providerId, reference, amountPence, currency: 'gbp', isOurMode: true, chargeId: 'ch_1' }
  const settlement = await settlePayment(shop.api.services, { ...said, status }, 'sweep')
  const kept = await readOrder(orderId)
  return { type: settlement.type, order: kept.state, payment: kept.payments[1]?.state }
}

it.each(orderStates)(
  'an order that is %s takes in whatever its provider says, and keeps money or sends it back',
  async (order) => {
    await buyer.startWallet(orderId)
    await buyer.start(orderId)
    const isOver = order === 'refunded' || order === 'charged_back'
    for (const state of isOver ? (['ended'] as const) : unpaid) {
      for (const status of statuses.slice(0, -1)) {
        const kept = await settle(order, state, status)
        expect([state, status, decided[order] ? order : kept.order]).toEqual([state, status, kept.order])
      }
      const isKept = order !== 'paid' && state !== 'ended'
      const to = order === 'cancelled' ? 'needs_attention' : 'paid'
      const kept = { type: 'settled', order: to, payment: 'succeeded' }
      const expected = isKept ? kept : { type: 'returned', order, payment: 'duplicate' }
      expect([state, await settle(order, state, 'succeeded')]).toEqual([state, expected])
    }
  },
)
