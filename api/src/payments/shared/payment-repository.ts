import type { ProviderPayment } from '@site/providers/gateway'
import type { Provider } from '@site/providers/provider'
import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../../database/database'
import { type Order, type Payment, type PaymentState, payments } from '../../database/schema'

/** The buyer may still pay through these. */
export const payableStates: readonly PaymentState[] = ['open', 'declined']
/** Given up: nothing that arrives through these is kept. */
export const endedStates: readonly PaymentState[] = ['abandoned', 'expired', 'cancelled', 'failed']

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

/** `isBeingCaptured`: a capture may be under way at the provider now. */
export type KnownPayment = Payment & { isBeingCaptured: boolean }

/** Longer than a capture and its answer can take, by the clock of all servers; whoever gives the payment up before that must wait. */
const underWay = sql`${payments.captureAskedAt} > now() - interval '12 seconds'`
const known = { ...getTableColumns(payments), isBeingCaptured: sql<boolean>`coalesce(${underWay}, false)` }

/** The latest attempt first. */
export async function readPayments(queries: Queries, orderId: string): Promise<KnownPayment[]> {
  return queries.select(known).from(payments).where(eq(payments.orderId, orderId)).orderBy(desc(payments.attempt))
}

/** By the provider's id, or by what we had the provider keep when its answer never reached us. */
export async function findPayment(
  queries: Queries,
  {
    provider,
    providerId,
    reference,
  }: Pick<ProviderPayment, 'provider' | 'providerId'> & { reference?: string | undefined },
): Promise<KnownPayment | undefined> {
  const isMeant = reference
    ? or(eq(payments.providerId, providerId), eq(payments.idempotencyKey, reference))
    : eq(payments.providerId, providerId)
  const found = await queries
    .select(known)
    .from(payments)
    .where(and(eq(payments.provider, provider), isMeant))
  const named = found.find((row) => row.providerId === providerId)
  return named ?? found.find((row) => row.providerId === null)
}

export async function changePayment(
  queries: Queries,
  payment: Payment,
  values: Partial<
    Omit<
      Payment,
      'id' | 'orderId' | 'attempt' | 'provider' | 'idempotencyKey' | 'checkedAt' | 'captureAskedAt' | 'awaitedAt'
    >
  > & {
    /** By the database's clock: all servers compare these. */
    checkedAt?: SQL
    captureAskedAt?: SQL | null
    awaitedAt?: SQL | null
  },
): Promise<void> {
  await queries.update(payments).set(values).where(eq(payments.id, payment.id))
}

/** Whether its money may be on its way at this moment. */
export function isMoving({ state, isBeingCaptured }: KnownPayment): boolean {
  return state === 'processing' || isBeingCaptured
}

/** A page is told to wait for these: what becomes of them, its buyer is written to. */
export async function noteAwaited(queries: Queries, awaited: readonly Payment[]): Promise<void> {
  for (const payment of awaited.filter(({ awaitedAt }) => awaitedAt === null)) {
    await changePayment(queries, payment, { awaitedAt: sql`now()` })
  }
}

/** Whether a page has had it captured at this moment: from then on, whoever asks how the order stands is told to wait. */
export async function noteCapturing(
  queries: Queries,
  { provider, providerId }: { provider: Provider; providerId: string },
  isUnderWay: boolean,
): Promise<void> {
  const isMeant = and(eq(payments.provider, provider), eq(payments.providerId, providerId))
  await queries
    .update(payments)
    .set({ captureAskedAt: isUnderWay ? sql`now()` : null })
    .where(and(isMeant, inArray(payments.state, payableStates)))
}

/** An approval after a decline: of what comes of it nobody has read, and of that decline nobody waits to hear. */
export function beginAnew({ state }: Payment): { state: PaymentState; awaitedAt?: null } {
  return { state: 'open', ...(state === 'declined' && { awaitedAt: null }) }
}

/** The page that asked has been answered: its buyer has read of the decline. */
export async function noteAnswered(
  queries: Queries,
  { provider, providerId }: { provider: Provider; providerId: string },
): Promise<void> {
  const isMeant = and(eq(payments.provider, provider), eq(payments.providerId, providerId))
  await queries
    .update(payments)
    .set({ awaitedAt: null })
    .where(and(isMeant, eq(payments.state, 'declined')))
}

/** The page that gave payments of the order up has been answered: nobody waits for those any more. */
export async function noteGivenUp(queries: Queries, orderId: string): Promise<void> {
  const isMeant = and(eq(payments.orderId, orderId), eq(payments.state, 'abandoned'), isNotNull(payments.awaitedAt))
  await queries.update(payments).set({ awaitedAt: null }).where(isMeant)
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
 * Gives up a payment whose secret has not left the server.
 * @returns false when another request has linked it to the provider meanwhile: then it must be closed there.
 */
export async function abandonUnlinked(queries: Queries, payment: Payment): Promise<boolean> {
  const isUnlinked = and(isNull(payments.providerId), inArray(payments.state, ['open', 'abandoned']))
  const rows = await queries
    .update(payments)
    .set({ state: 'abandoned' })
    .where(and(eq(payments.id, payment.id), isUnlinked))
    .returning({ id: payments.id })
  return rows.length > 0
}

/** Ends a payment with an outcome, unless money has moved through it or it has another outcome already. */
export async function endPayment(
  queries: Queries,
  payment: Payment,
  outcome: 'cancelled' | 'abandoned' | 'expired' | 'failed',
): Promise<void> {
  await queries
    .update(payments)
    .set({ state: outcome })
    .where(and(eq(payments.id, payment.id), inArray(payments.state, ['open', 'processing', 'declined'])))
}
