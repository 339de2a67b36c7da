import type { Queries } from '../database/database'
import type { Order, Payment, Provider } from '../database/schema'
import type { Refusal } from '../http/api-error'
import {
  change,
  insertOrder,
  lockOrder,
  type NewOrder,
  readLines,
  recordEvent,
  replaceBasket,
} from '../orders/order-repository'
import { isPaidFor } from '../orders/order-state'
import { insertPayment, readPayments } from './payment-repository'
import { refusals } from './refusals'

/**
 * `start`: this payment may be begun at the provider. `renew`: another payment of the order must be closed
 * first, then a new attempt can be made.
 */
export type Claim =
  | { type: 'start'; payment: Payment }
  | { type: 'renew'; attempt: number }
  | { type: 'refused'; refusal: Refusal }

/** Keeps the order before any provider is called, or finds the payment an earlier request has begun. */
export async function claimPayment(queries: Queries, provider: Provider, asked: NewOrder): Promise<Claim> {
  const made = await insertOrder(queries, asked)
  if (made) return { type: 'start', payment: await insertPayment(queries, made, provider) }
  const order = await lockOrder(queries, asked.id)
  if (!order) throw new Error(`Order ${asked.id} is neither new nor known`)
  const refusal = reasonToRefuse(order)
  if (refusal) return { type: 'refused', refusal }
  const current = (await readPayments(queries, order.id)).find((payment) => payment.attempt === order.attempt)
  const canReuse = current?.state === 'open' && current.provider === provider
  if (!canReuse || !(await isSameBasket(queries, order, asked))) return { type: 'renew', attempt: order.attempt }
  await updateCustomer(queries, order, asked)
  return { type: 'start', payment: current }
}

/** A new attempt for the order, unless another request has made one since `attempt` was read. */
export async function renewPayment(
  queries: Queries,
  provider: Provider,
  asked: NewOrder,
  attempt: number,
): Promise<Claim> {
  const order = await lockOrder(queries, asked.id)
  if (!order) throw new Error(`Order ${asked.id} has gone`)
  const refusal = reasonToRefuse(order)
  if (refusal) return { type: 'refused', refusal }
  if (order.attempt !== attempt) return { type: 'renew', attempt: order.attempt }
  const priced = (await isSameBasket(queries, order, asked)) ? order : await replaceBasket(queries, order, asked)
  await updateCustomer(queries, priced, asked)
  const renewed = await change(queries, priced, { attempt: attempt + 1 })
  return { type: 'start', payment: await insertPayment(queries, renewed, provider) }
}

function reasonToRefuse({ state }: Order): Refusal | undefined {
  if (isPaidFor(state)) return refusals.orderPaid
  return state === 'processing' ? refusals.processing : undefined
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
  await change(queries, order, { customerEmail, customerName, description })
  await recordEvent(queries, { orderId: order.id, type: 'customer_changed', source: 'request' })
}
