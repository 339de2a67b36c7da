import type { Provider, ProviderPayment } from '@site/providers/gateway'
import { and, desc, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Queries } from '../../database/database'
import { type Order, type Payment, type PaymentState, payments } from '../../database/schema'

export type PaymentEvent =
  /** The provider is processing it, or a page showed "processing". */
  | 'wait'
  | 'decline'
  /** Given up, refused for good, closed at the provider, or lapsed. */
  | 'end'
  | 'pay'
  /** The money came after another payment had paid. */
  | 'pay_again'
  | 'send_back'
  | 'lose'
  /** Returned money is here again and pays for the order. */
  | 'come_back'
  /** Returned money is here again but may not be kept. */
  | 'come_back_extra'

type Steps = Readonly<Partial<Record<PaymentEvent, PaymentState>>>

const payable = {
  wait: 'processing',
  decline: 'declined',
  end: 'ended',
  pay: 'succeeded',
  pay_again: 'duplicate',
} as const
const returned = { come_back: 'succeeded', come_back_extra: 'duplicate' } as const

/** A missing event changes nothing. */
const steps: Readonly<Record<PaymentState, Steps>> = {
  open: payable,
  declined: payable,
  processing: { ...payable, decline: 'ended' },
  succeeded: { send_back: 'refunded', lose: 'charged_back' },
  duplicate: { send_back: 'refunded', lose: 'charged_back' },
  refunded: returned,
  charged_back: returned,
  ended: { pay: 'duplicate', pay_again: 'duplicate' },
}

export const payableStates: PaymentState[] = ['open', 'declined']
export const unpaidStates: PaymentState[] = ['open', 'declined', 'processing']

/** Checks our marker: other products may share the account. */
export function isOurReference(reference: string | undefined): boolean {
  return parseReference(reference) !== undefined
}

export function parseReference(reference = '') {
  const [, orderId, provider, attempt] = /^(order_[A-Za-z0-9_-]{6,64}):(stripe|paypal):(\d{1,6})$/.exec(reference) ?? []
  return orderId ? { orderId, provider, attempt: Number(attempt) } : undefined
}

export async function insertPayment(queries: Queries, order: Order, provider: Provider): Promise<Payment> {
  const { id: orderId, attempt, amountPence } = order
  const idempotencyKey = `${orderId}:${provider}:${attempt}`
  const values = { orderId, attempt, provider, idempotencyKey, amountPence, state: 'open' as const }
  const [row] = await queries.insert(payments).values(values).returning()
  if (!row) throw new Error(`The payment ${idempotencyKey} was not kept`)
  return row
}

export async function readPayments(queries: Queries, orderId: string): Promise<Payment[]> {
  return queries.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(desc(payments.attempt))
}

export async function readPayment(queries: Queries, id: number): Promise<Payment> {
  const [payment] = await queries.select().from(payments).where(eq(payments.id, id))
  if (!payment) throw new Error(`The payment ${id} has gone`)
  return payment
}

type Named = Pick<ProviderPayment, 'provider' | 'providerId'> & { reference?: string | undefined }

export async function findPayment(queries: Queries, named: Named): Promise<Payment | undefined> {
  const { provider, providerId, reference } = named
  const isNamed = or(
    eq(payments.providerId, providerId),
    reference ? eq(payments.idempotencyKey, reference) : undefined,
  )
  const isMeant = and(eq(payments.provider, provider), isNamed)
  const found = await queries.select().from(payments).where(isMeant)
  return found.find((row) => row.providerId === providerId) ?? found.find((row) => row.providerId === null)
}

export async function findByCharge(
  queries: Queries,
  provider: Provider,
  chargeId: string | null,
): Promise<Payment | undefined> {
  if (!chargeId) return undefined
  const isMeant = and(eq(payments.provider, provider), eq(payments.chargeId, chargeId))
  const [row] = await queries.select().from(payments).where(isMeant)
  return row
}

/** Others only end open payments. @returns the new state */
export async function movePayment(
  queries: Queries,
  { id, state }: Pick<Payment, 'id' | 'state'>,
  event: PaymentEvent,
): Promise<PaymentState> {
  const next = steps[state][event] ?? state
  const isMeant = and(eq(payments.id, id), eq(payments.state, state))
  if (next !== state) await queries.update(payments).set({ state: next }).where(isMeant)
  return next
}

export async function keepProviderId(queries: Queries, payment: Payment, providerId: string): Promise<boolean> {
  const isOpen = and(eq(payments.id, payment.id), eq(payments.state, 'open'))
  const rows = await queries.update(payments).set({ providerId }).where(isOpen).returning({ id: payments.id })
  return rows.length > 0
}

/** Requires that no browser has the secret. */
export async function endUnlinked(queries: Queries, { id }: Payment): Promise<void> {
  const isUnlinked = and(eq(payments.id, id), isNull(payments.providerId), inArray(payments.state, ['open', 'ended']))
  await queries.update(payments).set({ state: 'ended' }).where(isUnlinked)
}
