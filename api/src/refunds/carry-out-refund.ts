import { ProviderError } from '@site/providers/gateway'
import { formatPence } from '@site/shared/money'
import { sql } from 'drizzle-orm'
import type { Refund } from '../database/after-sale-tables'
import type { Payment } from '../database/schema'
import { recordEvent, type Source } from '../orders/order-repository'
import { readPayment } from '../payments/shared/payment-repository'
import type { PaymentServices } from '../payments/shared/payment-services'
import { listFailedRefund, recordRefund } from './record-refund'
import { changeRefund, readRefund, recordAsked, takenOf } from './refund-repository'
import { syncRefunds } from './sync-refunds'

/**
 * By then a call that got a provider's own error has ended, and the list has its result. Shorter than the sweep's wait,
 * which would begin it anew.
 */
const NEW_KEY_AFTER_MS = 20_000
/** By then a call without an answer has ended; earlier, its provider may carry it out late. */
const LATE_MS = 30 * 60_000
const BROKEN = 'broken: '
const UNANSWERED = 'unreachable: no answer'

/**
 * Looks for our key in the provider's list, and asks only if it is missing. Only a clear refusal ends it.
 * @throws ProviderError for an unknown outcome; the sweep continues
 */
export async function carryOutRefund(services: PaymentServices, id: number, source: Source): Promise<Refund> {
  const queries = services.database.queries()
  const { paymentId } = await readRefund(queries, id)
  const payment = await readPayment(queries, paymentId)
  try {
    await syncRefunds(services, payment, source)
    const refund = await readRefund(queries, id)
    if (refund.state === 'requested') await ask(services, await readPayment(queries, paymentId), refund, source)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const isRefused = error.kind === 'refused' && (await isNotThere(services, payment, id, source))
    if (!isRefused) {
      await recordUnknown(services, id, error)
      throw error
    }
    await recordRefused(services, id, error.message, source)
  }
  return readRefund(queries, id)
}

async function ask(services: PaymentServices, payment: Payment, refund: Refund, source: Source): Promise<void> {
  const { amountPence, idempotencyKey: reference } = refund
  const queries = services.database.queries()
  const tries = isKeySpent(refund) ? refund.tries + 1 : refund.tries
  // Stored first, in case this process dies before the answer.
  const observed = await recordAsked(queries, refund, { tries, lastError: UNANSWERED })
  if (!observed) return
  const { provider, providerId, chargeId, refundedPence } = payment
  const asked = {
    providerId: providerId ?? '',
    chargeId: chargeId ?? '',
    amountPence,
    isWhole: refundedPence === 0 && amountPence === takenOf(payment),
    reference,
    idempotencyKey: tries === 0 ? reference : `${reference}:${tries}`,
  }
  const found = await services.gateways[provider].refund(asked).catch(async (error: unknown) => {
    const isAnswer = error instanceof ProviderError && error.kind !== 'unreachable'
    // An answer says nothing of the earlier call, whose time goes on.
    const { askedAt } = refund
    if (isAnswer) await changeRefund(queries, refund, isUnanswered(refund) ? { askedAt } : { lastError: textOf(error) })
    throw error
  })
  await services.database.transaction((transaction) => recordRefund(transaction, services, observed, found, source))
}

/**
 * A provider repeats its own errors for a key, so those need a new one. After an unanswered call the key stays: a new
 * one could refund twice.
 */
function isKeySpent({ askedAt, lastError }: Refund): boolean {
  return isBefore(askedAt, NEW_KEY_AFTER_MS) && lastError?.startsWith(BROKEN) === true
}

function isUnanswered({ askedAt, lastError }: Refund): boolean {
  return lastError === UNANSWERED && !isBefore(askedAt, LATE_MS)
}

const isBefore = (at: Date | null, ms: number): boolean => at !== null && at.getTime() < Date.now() - ms
const textOf = ({ kind, message }: ProviderError): string => `${kind}: ${message}`

async function isNotThere(services: PaymentServices, payment: Payment, id: number, source: Source): Promise<boolean> {
  try {
    await syncRefunds(services, payment, source)
  } catch (error) {
    if (error instanceof ProviderError) return false
    throw error
  }
  return (await readRefund(services.database.queries(), id)).state === 'requested'
}

/** The answer to the call counts, not a later failure to read the list. */
async function recordUnknown(services: PaymentServices, id: number, error: ProviderError): Promise<void> {
  const queries = services.database.queries()
  const { failedChecks, askedAt } = await readRefund(queries, id)
  const lastError = askedAt === null && { lastError: textOf(error) }
  await changeRefund(queries, { id }, { failedChecks: failedChecks + 1, ...lastError })
}

async function recordRefused(services: PaymentServices, id: number, lastError: string, source: Source): Promise<void> {
  await services.database.transaction(async (queries) => {
    const refund = await readRefund(queries, id)
    const { state, orderId, amountPence } = refund
    const payment = await readPayment(queries, refund.paymentId)
    const { provider } = payment
    if (state !== 'requested') return
    await changeRefund(queries, { id }, { state: 'failed', finishedAt: sql`now()`, lastError })
    const detail = { provider, amountPence, reason: lastError }
    await recordEvent(queries, { orderId, type: 'refund_failed', source, detail })
    if (source === 'operator' || payment.state === 'refunded' || payment.state === 'charged_back') return
    const what = `${provider} refuses to send ${formatPence(amountPence)} of this order back (${lastError})`
    await listFailedRefund(queries, { payment, refund, what, wasSent: false })
  })
}
