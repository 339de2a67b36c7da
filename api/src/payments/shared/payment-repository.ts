import type { Provider, ProviderPayment } from '@site/providers/gateway'
import { and, desc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { Queries } from '../../database/database'
import { type Order, type Payment, type PaymentState, payments } from '../../database/schema'
import { nextState, type PaymentEvent } from './payment-state'

/** Whether a provider kept what this shop has it keep: an account may be shared with another product. */
export function isOurReference(reference: string | undefined): boolean {
  return reference !== undefined && /^order_[A-Za-z0-9_-]{6,64}:(stripe|paypal):\d+$/.test(reference)
}

/** The row of the order's current attempt; its key is kept before the provider hears of it. */
export async function insertPayment(queries: Queries, order: Order, provider: Provider): Promise<Payment> {
  const { id: orderId, attempt, amountPence } = order
  const idempotencyKey = `${orderId}:${provider}:${attempt}`
  const [row] = await queries
    .insert(payments)
    .values({ orderId, attempt, provider, idempotencyKey, amountPence, state: 'open' })
    .returning()
  if (!row) throw new Error(`The payment ${idempotencyKey} was not kept`)
  return row
}

/** The latest attempt first. */
export async function readPayments(queries: Queries, orderId: string): Promise<Payment[]> {
  return queries.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(desc(payments.attempt))
}

/** By the provider's id, or by what we had the provider keep when its answer never reached us. */
export async function findPayment(
  queries: Queries,
  {
    provider,
    providerId,
    reference,
  }: Pick<ProviderPayment, 'provider' | 'providerId'> & { reference?: string | undefined },
): Promise<Payment | undefined> {
  const isMeant = reference
    ? or(eq(payments.providerId, providerId), eq(payments.idempotencyKey, reference))
    : eq(payments.providerId, providerId)
  const found = await queries
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider), isMeant))
  const named = found.find((row) => row.providerId === providerId)
  return named ?? found.find((row) => row.providerId === null)
}

export async function changePayment(
  queries: Queries,
  { id }: Pick<Payment, 'id'>,
  values: Partial<
    Omit<Payment, 'id' | 'orderId' | 'attempt' | 'provider' | 'idempotencyKey' | 'state' | 'checkedAt' | 'nextCheckAt'>
  > & {
    /** By the database's clock. */
    checkedAt?: SQL
    nextCheckAt?: SQL
  },
): Promise<void> {
  await queries.update(payments).set(values).where(eq(payments.id, id))
}

/** The only way a payment changes its state. @returns the state it has then. */
export async function movePayment(
  queries: Queries,
  { id, state }: Pick<Payment, 'id' | 'state'>,
  event: PaymentEvent,
): Promise<PaymentState> {
  const next = nextState(state, event)
  const isMeant = and(eq(payments.id, id), eq(payments.state, state))
  if (next !== state) await queries.update(payments).set({ state: next }).where(isMeant)
  return next
}

/** Keeps the provider's id in one step with the check that the payment has not been given up. */
export async function keepProviderId(queries: Queries, payment: Payment, providerId: string): Promise<boolean> {
  const rows = await queries
    .update(payments)
    .set({ providerId })
    .where(and(eq(payments.id, payment.id), eq(payments.state, 'open')))
    .returning({ id: payments.id })
  return rows.length > 0
}

/**
 * Gives up a payment whose secret has not left the server, unless another request has linked it to the provider
 * meanwhile.
 */
export async function endUnlinked(queries: Queries, { id }: Payment): Promise<void> {
  const isUnlinked = and(isNull(payments.providerId), inArray(payments.state, ['open', 'ended']))
  await queries
    .update(payments)
    .set({ state: nextState('open', 'end') })
    .where(and(eq(payments.id, id), isUnlinked))
}
