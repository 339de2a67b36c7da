import type { ProviderPayment, ProviderRefund } from '@site/providers/gateway'
import { formatPence } from '@site/shared/money'
import { openCase } from '../cases/cases'
import type { Refund } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import type { Payment } from '../database/schema'
import { lockOrder, type Source } from '../orders/order-repository'
import { findPayment } from '../payments/shared/payment-repository'
import type { PaymentServices } from '../payments/shared/payment-services'
import { noteRefund } from './note-refund'
import { insertRefund, readRefunds, sumOf } from './refund-repository'

/** Clocks of a provider and ours. */
const SKEW_MS = 60_000

/**
 * Reads the provider's own list of what was sent back of a payment and takes it in: what we asked for by our own key,
 * and what somebody has sent back in the provider's pages, which the owner finds in the list.
 * @returns the list.
 * @throws ProviderError when the list cannot be read; then nothing is changed.
 */
export async function syncRefunds(
  services: PaymentServices,
  payment: Payment,
  source: Source,
): Promise<readonly ProviderRefund[]> {
  const { provider, providerId, chargeId, orderId } = payment
  if (!providerId || !chargeId) return []
  const listed = await services.gateways[provider].listRefunds({ providerId, chargeId })
  const inOrder = listed.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  await services.database.transaction(async (queries) => {
    await lockOrder(queries, orderId)
    for (const found of inOrder) {
      const rows = await readRefunds(queries, payment.id)
      const known = matchOf(rows, found)
      if (!known && found.status === 'failed') {
        await insertFailed(queries, payment, found)
        continue
      }
      const row = known ?? (await insertElsewhere(queries, payment, found))
      await noteRefund(queries, services, row, found, source)
    }
  })
  return listed
}

/** After an answer about a payment: its refunds are read where what went back is not what is kept. */
export async function followRefunds(services: PaymentServices, response: ProviderPayment, source: Source) {
  if (response.status !== 'succeeded' || response.refundedPence === undefined) return
  const queries = services.database.queries()
  const payment = await findPayment(queries, response)
  if (!payment) return
  const gone = (await readRefunds(queries, payment.id)).filter(({ state }) => state === 'sent' || state === 'pending')
  if (sumOf(gone) !== response.refundedPence) await syncRefunds(services, payment, source)
}

/**
 * By the provider's name, or by our key. One that was asked for before keys were kept there has neither: then the
 * amount decides, so that it is not sent twice. Of another the key decides: one of its amount that somebody has sent back in the
 * provider's pages meanwhile is one more.
 */
function matchOf(rows: readonly Refund[], found: ProviderRefund): Refund | undefined {
  const isAdopted = (row: Refund) =>
    found.reference === undefined &&
    row.providerId === null &&
    isWithoutKey(row) &&
    row.state !== 'failed' &&
    row.amountPence === found.amountPence &&
    row.askedAt !== null &&
    found.createdAt.getTime() >= row.askedAt.getTime() - SKEW_MS
  return (
    rows.find(({ providerId }) => providerId === found.providerId) ??
    rows.find(({ providerId, idempotencyKey }) => providerId === null && idempotencyKey === found.reference) ??
    rows.find(isAdopted)
  )
}

/** Kept by an earlier release: since then whoever wants a refund is kept with it, and what may not be kept has an origin of its own. */
function isWithoutKey({ origin, actor }: Refund): boolean {
  return origin !== 'return' && actor === null
}

/** What came to nothing without us is nobody's matter, but the provider's book has it, and so has ours. */
async function insertFailed(queries: Queries, payment: Payment, found: ProviderRefund): Promise<void> {
  const row = rowOf(payment, found)
  await insertRefund(queries, { ...row, providerId: found.providerId, state: 'failed', finishedAt: new Date() })
}

function rowOf({ provider, orderId, id: paymentId }: Payment, { providerId, amountPence, createdAt }: ProviderRefund) {
  const idempotencyKey = `${provider}:${providerId}`
  return { orderId, paymentId, amountPence, idempotencyKey, askedAt: createdAt, origin: 'provider' as const }
}

async function insertElsewhere(queries: Queries, payment: Payment, found: ProviderRefund): Promise<Refund> {
  const { provider, orderId } = payment
  const { providerId, amountPence } = found
  const summary = `${provider} has sent back ${formatPence(amountPence)} of this order, which nobody asked for here.`
  const subject = `${provider} refund ${providerId}`
  await openCase(queries, { kind: 'refund_elsewhere', subject, summary, orderId, provider, amountPence })
  return insertRefund(queries, { ...rowOf(payment, found), state: 'requested' })
}
