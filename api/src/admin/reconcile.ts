import { formatPence } from '@site/shared/money'
import { and, eq, gte, inArray, lt } from 'drizzle-orm'
import { openCase } from '../cases/cases'
import type { Queries } from '../database/database'
import { type Payment, type Provider, payments } from '../database/schema'
import { findPayment } from '../payments/payment-repository'
import type { PaymentServices } from '../payments/payment-services'
import { takenOf } from '../payments/refund-payment'
import type { ProviderCharge } from '../providers/provider-charges'

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS
/** PayPal's list may be three hours behind (Transaction Search API), and what is under way differs for a moment. */
const SETTLED_MS = { stripe: HOUR_MS, paypal: 4 * HOUR_MS } as const
/** The states in which the provider has taken money for a payment. */
const taken = ['succeeded', 'duplicate', 'refunded'] as const

/**
 * Compares what is kept here with both providers' own lists of the time since then; every difference is a
 * sentence, and a case that stays listed until a person has closed it.
 * @throws ProviderError when a list cannot be read: then nothing is known, and nothing is opened.
 */
export async function reconcile(services: PaymentServices, { since, now = new Date() }: { since: Date; now?: Date }) {
  const found = await Promise.all(
    (['stripe', 'paypal'] as const).map(async (provider) => {
      // A payment may be made days before its money moves.
      const charges = await services.charges[provider](new Date(since.getTime() - DAY_MS), now)
      const until = new Date(now.getTime() - SETTLED_MS[provider])
      return compare(services, provider, charges, { since, until })
    }),
  )
  return found.flat()
}

type Span = { since: Date; until: Date }

async function compare(
  services: PaymentServices,
  provider: Provider,
  charges: readonly ProviderCharge[],
  span: Span,
): Promise<string[]> {
  const queries = services.database.queries()
  const differences: string[] = []
  for (const charge of charges) {
    const difference = await compareCharge(queries, charge, span.until)
    if (!difference) continue
    const { kind, orderId, summary } = difference
    const { chargeId, takenPence: amountPence } = charge
    differences.push(summary)
    const subject = `${provider}:${chargeId}${kind === 'difference' ? `:${summary}` : ''}`
    await openCase(queries, { kind, subject, summary, orderId, provider, amountPence })
  }
  const listed = new Set(charges.map(({ chargeId }) => chargeId))
  for (const payment of await readTaken(queries, provider, span)) {
    if (payment.chargeId && listed.has(payment.chargeId)) continue
    const summary = `${payment.orderId}: kept as ${payment.state}, but ${provider} has no such payment in its list`
    differences.push(summary)
    const subject = `${provider}:payment:${payment.id}`
    await openCase(queries, { kind: 'difference', subject, summary, orderId: payment.orderId, provider })
  }
  return differences
}

type Difference = { kind: 'unmatched_charge' | 'difference'; orderId: string | null; summary: string }

async function compareCharge(queries: Queries, charge: ProviderCharge, until: Date): Promise<Difference | undefined> {
  const { provider, chargeId, reference, takenPence, refundedPence, currency } = charge
  const payment = await findByCharge(queries, charge)
  const money = `${formatPence(takenPence)}${currency === 'gbp' ? '' : ` (${currency})`}`
  if (!payment) {
    const summary = `${provider} took ${money} as ${chargeId}, which belongs to no order`
    return { kind: 'unmatched_charge', orderId: null, summary: reference ? `${summary} (${reference})` : summary }
  }
  if (payment.checkedAt > until && !isTaken(payment)) return undefined
  const { orderId } = payment
  const differ = (what: string): Difference => ({ kind: 'difference', orderId, summary: `${orderId}: ${what}` })
  if (!isTaken(payment)) return differ(`${provider} took ${money} as ${chargeId}, but it is kept as ${payment.state}`)
  if (takenOf(payment) !== takenPence) {
    return differ(`${provider} took ${money} as ${chargeId}, but ${formatPence(takenOf(payment))} is kept`)
  }
  if (payment.state !== 'duplicate' && payment.refundedPence !== refundedPence) {
    return differ(
      `${provider} sent ${formatPence(refundedPence)} of ${chargeId} back, but ${formatPence(payment.refundedPence)} is kept`,
    )
  }
  return undefined
}

async function findByCharge(queries: Queries, charge: ProviderCharge): Promise<Payment | undefined> {
  const { provider, chargeId, reference } = charge
  const [row] = await queries
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.chargeId, chargeId)))
  return row ?? findPayment(queries, { provider, providerId: chargeId, reference })
}

function readTaken(queries: Queries, provider: Provider, { since, until }: Span): Promise<Payment[]> {
  return queries
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.provider, provider),
        inArray(payments.state, [...taken]),
        gte(payments.createdAt, since),
        lt(payments.createdAt, until),
      ),
    )
}

function isTaken({ state }: Payment): boolean {
  return taken.some((it) => it === state)
}
