import type { ProviderPayment, ProviderRefund } from '@site/providers/gateway'
import { formatPence } from '@site/shared/money'
import { openCase } from '../cases/cases'
import type { Refund } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import type { Payment } from '../database/schema'
import { lockOrder, type Source } from '../orders/order-repository'
import { findPayment } from '../payments/shared/payment-repository'
import type { PaymentServices } from '../payments/shared/payment-services'
import { recordRefund } from './record-refund'
import { insertRefund, readRefunds, sumOf } from './refund-repository'

const SKEW_MS = 60_000

/** Refunds from the dashboard open a case. @throws ProviderError; then nothing has changed */
export async function syncRefunds(services: PaymentServices, payment: Payment, source: Source): Promise<void> {
  const { provider, providerId, chargeId, orderId } = payment
  if (!providerId || !chargeId) return
  const listed = await services.gateways[provider].listRefunds({ providerId, chargeId })
  const inOrder = listed.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  await services.database.transaction(async (queries) => {
    await lockOrder(queries, orderId)
    for (const found of inOrder) {
      const rows = await readRefunds(queries, payment.id)
      const known = matchOf(rows, found)
      if (!known && found.status === 'failed') {
        // Only to match the provider's book.
        const row = { ...rowOf(payment, found), providerId: found.providerId, finishedAt: new Date() }
        await insertRefund(queries, { ...row, state: 'failed' })
        continue
      }
      const row = known ?? (await insertElsewhere(queries, payment, found))
      await recordRefund(queries, services, row, found, source)
    }
  })
}

export async function followRefunds(services: PaymentServices, response: ProviderPayment, source: Source) {
  if (response.status !== 'succeeded' || response.refundedPence === undefined) return
  const queries = services.database.queries()
  const payment = await findPayment(queries, response)
  if (!payment) return
  const gone = (await readRefunds(queries, payment.id)).filter(({ state }) => state === 'sent' || state === 'pending')
  if (sumOf(gone) !== response.refundedPence) await syncRefunds(services, payment, source)
}

/** Only rows older than stored keys match by amount: an equal dashboard refund is another one. */
function matchOf(rows: readonly Refund[], found: ProviderRefund): Refund | undefined {
  const isAdopted = (row: Refund) =>
    found.reference === undefined &&
    row.providerId === null &&
    // From an older release: a newer `admin` row has an actor.
    row.origin !== 'return' &&
    row.actor === null &&
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
