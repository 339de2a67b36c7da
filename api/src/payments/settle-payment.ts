import type { Queries } from '../database/database'
import { type Order, outbox, type Payment } from '../database/schema'
import { lockOrder, moveOrder, recordEvent, type Source } from '../orders/order-repository'
import { canMove, isPaidFor, type OrderState } from '../orders/order-state'
import type { ProviderPayment } from './gateway'
import { changePayment, findPayment, readPayments } from './payment-repository'
import type { PaymentServices } from './payment-services'

/** What the provider says now, and who asked it; only what `Gateway.read` gave may be taken for evidence. */
export type Evidence = { payment: ProviderPayment; source: Source }

/** What the order is after the evidence was taken in. */
export type Settlement =
  | { type: 'settled'; orderId: string; state: 'paid' | 'needs_attention'; isNew: boolean }
  | { type: 'processing' | 'open' | 'approved' | 'failed' | 'mismatch'; orderId: string }
  /** The order was paid before by another payment: this one must be sent back. */
  | { type: 'duplicate'; orderId: string; payment: Payment }
  /** Not a payment of ours. */
  | { type: 'unknown' }

/**
 * The one way an order learns of money, for the confirm call, the webhook and the sweep: safe to call
 * twice, at the same time and in any order. Locks the order, looks at its state inside the lock, and
 * keeps the payment, the order's new state and the mail in one transaction.
 */
export async function settlePayment(services: PaymentServices, evidence: Evidence): Promise<Settlement> {
  const settlement = await services.database.transaction((queries) => settle(queries, evidence, services.mailDomain))
  const { providerId, provider, status } = evidence.payment
  const { source } = evidence
  if (settlement.type === 'mismatch' || settlement.type === 'duplicate') {
    services.log.error({ alert: settlement.type, orderId: settlement.orderId, provider, providerId }, 'payment alert')
  }
  if (settlement.type === 'settled' && settlement.isNew) {
    services.log.info({ orderId: settlement.orderId, state: settlement.state, provider, source }, 'order settled')
  }
  if (settlement.type === 'unknown' && status === 'succeeded') {
    services.log.error({ alert: 'unknown_payment', provider, providerId, source }, 'payment alert')
  }
  return settlement
}

async function settle(queries: Queries, evidence: Evidence, mailDomain: string): Promise<Settlement> {
  const told = evidence.payment
  const found = told.isOurMode ? await findPayment(queries, told) : undefined
  const order = found && (await lockOrder(queries, found.orderId))
  // Read again inside the lock: another request may have settled it meanwhile.
  const payment = found && (await findPayment(queries, told))
  if (!order || !payment) return { type: 'unknown' }

  await changePayment(queries, payment, {
    providerId: told.providerId,
    checkedAt: new Date(),
    ...(told.chargeId && { chargeId: told.chargeId }),
  })
  if (told.status === 'succeeded') return takeMoney(queries, order, payment, evidence, mailDomain)
  return noteProgress(queries, order, payment, evidence)
}

async function takeMoney(
  queries: Queries,
  order: Order,
  payment: Payment,
  { payment: told, source }: Evidence,
  mailDomain: string,
): Promise<Settlement> {
  const orderId = order.id
  const { state } = order
  if (payment.state === 'succeeded' && isPaidFor(state)) return { type: 'settled', orderId, state, isNew: false }
  if (payment.state === 'duplicate' || payment.state === 'refunded') return { type: 'duplicate', orderId, payment }
  const others = await readPayments(queries, orderId)
  if (others.some((other) => other.state === 'succeeded')) {
    await changePayment(queries, payment, { state: 'duplicate' })
    await alert(queries, order, source, { reason: 'paid twice', provider: told.provider, providerId: told.providerId })
    return { type: 'duplicate', orderId, payment }
  }

  await changePayment(queries, payment, { state: 'succeeded' })
  const isAsked = told.currency === 'gbp' && told.amountPence === payment.amountPence
  const reason = reasonToAsk(order, payment, isAsked)
  const to = reason ? 'needs_attention' : 'paid'
  const detail = { provider: told.provider, providerId: told.providerId, ...(reason && { reason }) }
  await advance(queries, order, to, source, detail)
  await queueMail(queries, order, to === 'paid' ? 'order_confirmation' : 'payment_received', mailDomain)
  if (isAsked) return { type: 'settled', orderId, state: to, isNew: true }
  await alert(queries, order, source, { reason, amountPence: told.amountPence, currency: told.currency })
  return { type: 'mismatch', orderId }
}

/** Why a person must look at the order before it is confirmed; `undefined` when all is as it should be. */
function reasonToAsk(order: Order, payment: Payment, isAsked: boolean): string | undefined {
  if (!isAsked) return 'the provider took another amount'
  if (payment.amountPence !== order.amountPence) return 'paid for an earlier basket'
  if (!order.isPriced) return 'the browser sent no items'
  if (order.state === 'cancelled') return 'paid after the order was cancelled'
  return undefined
}

async function noteProgress(
  queries: Queries,
  order: Order,
  payment: Payment,
  { payment: told, source }: Evidence,
): Promise<Settlement> {
  const orderId = order.id
  const { state } = order
  const { status } = told
  const isFinished = !['open', 'processing', 'abandoned', 'failed'].includes(payment.state)
  if (isFinished || isPaidFor(state)) {
    return isPaidFor(state) ? { type: 'settled', orderId, state, isNew: false } : { type: 'open', orderId }
  }
  const detail = { provider: told.provider, providerId: told.providerId }
  if (status === 'processing') {
    await changePayment(queries, payment, { state: 'processing' })
    await advance(queries, order, 'processing', source, detail)
    return { type: 'processing', orderId }
  }
  const hasFallenBack = payment.state === 'processing'
  if (status === 'closed' || status === 'failed') {
    await changePayment(queries, payment, { state: status === 'closed' ? 'cancelled' : 'failed' })
  } else if (hasFallenBack) {
    // A card intent that the bank refused late can be paid again with another card.
    await changePayment(queries, payment, { state: 'open' })
  }
  const hasFailed = status === 'failed' || hasFallenBack
  if (hasFailed && payment.attempt === order.attempt && canMove(order.state, 'failed')) {
    await moveOrder(queries, order, 'failed', source, detail)
  }
  if (hasFailed || status === 'closed') return { type: 'failed', orderId }
  return { type: status === 'approved' ? 'approved' : 'open', orderId }
}

/** Takes the order to a state by the steps of its graph: news may arrive before what led to it was kept. */
async function advance(
  queries: Queries,
  order: Order,
  to: OrderState,
  source: Source,
  detail: Record<string, unknown>,
): Promise<void> {
  if (order.state === to) return
  const from =
    !canMove(order.state, to) && canMove(order.state, 'pending')
      ? await moveOrder(queries, order, 'pending', source)
      : order
  await moveOrder(queries, from, to, source, detail)
}

async function alert(queries: Queries, order: Order, source: Source, detail: Record<string, unknown>): Promise<void> {
  await recordEvent(queries, { orderId: order.id, type: 'alert', source, detail })
}

/** One message of each kind for an order, ever. */
async function queueMail(queries: Queries, order: Order, kind: string, domain: string): Promise<void> {
  await queries
    .insert(outbox)
    .values({
      orderId: order.id,
      kind,
      messageId: `<${order.id}.${kind}@${domain}>`,
      recipient: order.customerEmail,
      recipientName: order.customerName,
    })
    .onConflictDoNothing()
}
