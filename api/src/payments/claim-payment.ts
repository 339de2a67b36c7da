import type { Provider } from '@site/providers/gateway'
import { and, eq, exists, gt, inArray, ne, or, sql } from 'drizzle-orm'
import { takeFromAccount } from '../accounts/own-orders'
import type { Queries } from '../database/database'
import { type Order, orders, type Payment, payments } from '../database/schema'
import { ApiError, type Refusal } from '../errors/api-error'
import {
  change,
  insertOrder,
  lockOrder,
  type NewOrder,
  readLines,
  recordEvent,
  replaceBasket,
} from '../orders/order-repository'
import { refusals } from './refusals'
import { insertPayment, movePayment, payableStates, readPayments, unpaidStates } from './shared/payment-repository'

const MINUTE = 60_000
const FRESH = 30 * MINUTE

/** Detects a second tab or device. Concurrent requests wait for each other. */
async function isLikeAnother(queries: Queries, asked: NewOrder): Promise<boolean> {
  if (!asked.basket) return false
  const email = asked.customerEmail.toLowerCase()
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`)
  const isOfOrder = and(eq(payments.orderId, orders.id), inArray(payments.state, unpaidStates))
  const isOpen = exists(queries.select({ id: payments.id }).from(payments).where(isOfOrder))
  const isSimilar = and(
    ne(orders.id, asked.id),
    eq(sql`lower(${orders.customerEmail})`, email),
    eq(orders.amountPence, asked.amountPence),
    gt(orders.updatedAt, new Date(Date.now() - FRESH)),
    or(inArray(orders.state, ['paid', 'needs_attention']), isOpen),
  )
  for (const other of await queries.select().from(orders).where(isSimilar))
    if (await isSameBasket(queries, other, asked)) return true
  return false
}

export type ClaimRequest = { provider: Provider; order: NewOrder; isRepeatConfirmed: boolean }

/** `renew`: end the other payment first, then make a new attempt. */
export type Claim = { type: 'start'; payment: Payment } | { type: 'renew'; attempt: number }

export async function claimPayment(queries: Queries, request: ClaimRequest): Promise<Claim> {
  const { provider, order: asked } = request
  const isRepeat = await isLikeAnother(queries, asked)
  const known = await lockOrder(queries, asked.id)
  const attempts = known ? await readPayments(queries, known.id) : []
  const refusal = known && reasonToRefuse(known, attempts)
  if (refusal) throw new ApiError(refusal)
  if (isRepeat && !request.isRepeatConfirmed) throw new ApiError(refusals.similarOrder)
  if (!known) {
    const made = await insertOrder(queries, asked)
    if (!made) return claimPayment(queries, request)
    return { type: 'start', payment: await insertPayment(queries, made, provider) }
  }
  const current = attempts.find((payment) => payment.attempt === known.attempt)
  const canReuse = current?.state === 'open' && current.provider === provider
  if (!canReuse || !(await isSameBasket(queries, known, asked))) return { type: 'renew', attempt: known.attempt }
  await updateCustomer(queries, known, asked)
  // Renews `updatedAt`: the 30 minutes begin again.
  await change(queries, known, {})
  return { type: 'start', payment: current }
}

/**
 * Ends payable payments in the same transaction, so that two never count.
 * @param closed payments already closed at their providers
 */
export async function renewPayment(
  queries: Queries,
  request: ClaimRequest,
  attempt: number,
  closed: ReadonlySet<number>,
): Promise<Claim> {
  const { provider, order: asked } = request
  const order = await lockOrder(queries, asked.id)
  if (!order) throw new Error(`Order ${asked.id} has gone`)
  const attempts = await readPayments(queries, order.id)
  const refusal = reasonToRefuse(order, attempts)
  if (refusal) throw new ApiError(refusal)
  const payable = attempts.filter(({ state }) => payableStates.includes(state))
  const isNewlyLinked = payable.some(({ id, providerId }) => providerId !== null && !closed.has(id))
  if (order.attempt !== attempt || isNewlyLinked) return { type: 'renew', attempt: order.attempt }
  for (const payment of payable) await movePayment(queries, payment, 'end')
  const priced = (await isSameBasket(queries, order, asked)) ? order : await replaceBasket(queries, order, asked)
  await updateCustomer(queries, priced, asked)
  const renewed = await change(queries, priced, { attempt: attempt + 1 })
  return { type: 'start', payment: await insertPayment(queries, renewed, provider) }
}

export function reasonToRefuse(
  { state }: Order,
  attempts: readonly Payment[],
  isBusy = attempts.some((payment) => payment.state === 'processing'),
): Refusal | undefined {
  const isHeldUnpaid = state === 'needs_attention' && !attempts.some((payment) => payment.state === 'succeeded')
  if (isHeldUnpaid) return refusals.unknownOutcome
  if (['paid', 'needs_attention', 'refunded', 'charged_back'].includes(state)) return refusals.orderPaid
  return isBusy ? refusals.processing : undefined
}

async function isSameBasket(queries: Queries, order: Order, { amountPence, basket }: NewOrder): Promise<boolean> {
  if (order.amountPence !== amountPence || order.isPriced !== (basket !== undefined)) return false
  const kept = await readLines(queries, order.id)
  const asked = basket?.lines ?? []
  return (
    kept.length === asked.length &&
    kept.every(({ courseId, unitPence, quantity }) =>
      asked.some((line) => line.courseId === courseId && line.unitPence === unitPence && line.quantity === quantity),
    )
  )
}

async function updateCustomer(queries: Queries, order: Order, asked: NewOrder): Promise<void> {
  const { customerEmail, customerName, description } = asked
  if (order.customerEmail === customerEmail && order.customerName === customerName) return
  if (order.customerEmail !== customerEmail) await takeFromAccount(queries, order.id)
  // Stores a returning buyer again after an erasure; they expire again.
  await change(queries, order, { customerEmail, customerName, description, erasedAt: null })
  await recordEvent(queries, { orderId: order.id, type: 'customer_changed', source: 'request' })
}
