import { succeeds } from '@platform/base/errors/refusal'
import { ProviderError } from '@site/providers/gateway'
import { formatPence } from '@site/shared/money'
import { and, desc, eq, inArray, isNull, lt, notExists, or } from 'drizzle-orm'
import { openCase } from '../cases/cases'
import type { Queries } from '../database/database'
import { type Order, type OrderState, orders, type Payment, type PaymentState, payments } from '../database/schema'
import { queueMail } from '../mail/queue-mail'
import { canMove, lockOrder, moveOrder, recordEvent } from '../orders/order-repository'
import { movePayment, readPayments, unpaidStates } from './shared/payment-repository'
import type { PaymentServices } from './shared/payment-services'

const DAY = 24 * 60 * 60 * 1_000
const MAX_BATCH = 100
const unpaid: OrderState[] = ['created', 'pending', 'processing', 'failed', 'needs_attention']
const unended: PaymentState[] = ['open', 'processing', 'declined', 'succeeded', 'duplicate']

/** Keeps orders whose provider is silent. */
export async function endUnpaidOrders(services: PaymentServices, now: number): Promise<void> {
  const queries = services.database.queries()
  const before = new Date(now - LAPSES_AFTER_MS)
  // Never linked to a provider, so no browser has their secret.
  const isUnlinked = and(eq(payments.state, 'open'), isNull(payments.providerId), lt(payments.createdAt, before))
  await queries.update(payments).set({ state: 'ended' }).where(isUnlinked)
  const isOfOrder = and(eq(payments.orderId, orders.id), inArray(payments.state, unended))
  const isMeant = and(
    inArray(orders.state, unpaid),
    or(lt(orders.updatedAt, before), eq(orders.state, 'needs_attention')),
    notExists(queries.select({ id: payments.id }).from(payments).where(isOfOrder)),
  )
  const rows = await queries.select({ id: orders.id }).from(orders).where(isMeant).limit(MAX_BATCH)
  for (const { id } of rows) await endOrder(services, id)
}

async function endOrder({ database }: PaymentServices, orderId: string): Promise<void> {
  await database.transaction(async (queries) => {
    const order = await lockOrder(queries, orderId)
    if (!order || !unpaid.includes(order.state)) return
    const attempts = await readPayments(queries, orderId)
    if (attempts.some(({ state }) => unended.includes(state))) return
    await moveOrder(queries, order, 'cancelled', 'sweep', { reason: 'not paid in time' })
  })
}

/** PayPal keeps an approval for three hours; the same limit serves all payments. */
export const LAPSES_AFTER_MS = 3 * 60 * 60 * 1_000

export async function keepLapsed(services: PaymentServices, { id, orderId }: Payment): Promise<void> {
  await services.database.transaction(async (queries) => {
    const order = await lockOrder(queries, orderId)
    const attempts = await readPayments(queries, orderId)
    const payment = attempts.find((it) => it.id === id)
    if (!order || !payment || !unpaidStates.includes(payment.state) || payment.providerStatus === 'processing') return
    await movePayment(queries, payment, 'end')
    const { provider, providerId, state, providerStatus } = payment
    const detail = { provider, providerId }
    await recordEvent(queries, { orderId, type: 'expired', source: 'sweep', detail })
    const others = attempts.filter((it) => it.id !== id)
    if (others.some((it) => it.state === 'succeeded')) return
    if (state === 'processing' || providerStatus === 'approved') await writeNotTaken(queries, services, order, payment)
    const isOver = !others.some((it) => unended.includes(it.state)) && canMove(order.state, 'cancelled')
    if (isOver) await moveOrder(queries, order, 'cancelled', 'sweep', { ...detail, reason: 'not paid in time' })
  })
}

async function writeNotTaken(
  queries: Queries,
  services: PaymentServices,
  order: Order,
  { id, provider, providerId, amountPence }: Payment,
): Promise<void> {
  const isWritten = await queueMail(queries, services, { order, kind: 'payment_not_taken', amountPence, about: id })
  const summary = `A buyer approved ${formatPence(amountPence)} by ${provider}, and no page captured it in time. ${isWritten ? 'The buyer was written to.' : 'Nobody was written to.'}`
  const subject = `${provider} ${providerId}`
  await openCase(queries, { kind: 'not_taken', subject, summary, orderId: order.id, provider, amountPence })
}

/** Hands a payment to a person after a day without news. @returns whether PayPal has forgotten it, as it should */
export async function holdUnknown(
  services: PaymentServices,
  payment: Payment,
  error: unknown,
  now: number,
): Promise<boolean> {
  const { failingSince, createdAt, orderId, provider, providerId } = payment
  const isLate = createdAt.getTime() < now - LAPSES_AFTER_MS
  if (isLate && (await isForgotten(services, payment, error))) {
    await keepLapsed(services, payment)
    const isEnded = and(eq(payments.id, payment.id), eq(payments.state, 'ended'))
    await services.database.queries().update(payments).set({ providerStatus: 'closed' }).where(isEnded)
    return true
  }
  // An ended payment brings nothing to keep; returns have their own list.
  if (!unpaidStates.includes(payment.state)) return false
  if (!failingSince || failingSince.getTime() > now - DAY) return false
  await services.database.transaction(async (queries) => {
    const order = await lockOrder(queries, orderId)
    if (!order || !canMove(order.state, 'needs_attention') || order.state === 'paid') return
    const reason = 'for a day the provider has not said whether it was paid'
    await moveOrder(queries, order, 'needs_attention', 'sweep', { reason, provider, providerId })
    services.log.error({ alert: 'unknown_outcome', orderId, provider, providerId }, 'payment alert')
  })
  return false
}

/** An older payment must still be known: otherwise our key may have changed. */
export async function isForgotten(services: PaymentServices, payment: Payment, error: unknown): Promise<boolean> {
  const { provider, providerStatus, createdAt } = payment
  const isMissing = error instanceof ProviderError && error.kind === 'missing'
  if (provider !== 'paypal' || !isMissing || providerStatus === 'processing') return false
  const isOlder = and(
    eq(payments.provider, provider),
    eq(payments.state, 'succeeded'),
    lt(payments.createdAt, createdAt),
  )
  const queries = services.database.queries()
  const [older] = await queries.select().from(payments).where(isOlder).orderBy(desc(payments.createdAt)).limit(1)
  return !!older?.providerId && succeeds(services.gateways[provider].read(older.providerId))
}
