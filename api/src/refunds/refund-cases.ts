import { closeCases, openCase, renewCase } from '../cases/cases'
import type { Refund } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import type { Payment } from '../database/schema'
import { readRefunds } from './refund-repository'

type Failed = {
  payment: Pick<Payment, 'id' | 'provider' | 'chargeId' | 'state'>
  refund: Pick<Refund, 'id' | 'orderId' | 'origin' | 'amountPence' | 'providerId' | 'idempotencyKey'>
}

/** The shop itself retries money that it may not keep. */
export function whatIsLeft({ state }: Pick<Payment, 'state'>, { origin }: Pick<Refund, 'origin'>): string {
  return origin === 'return' || state === 'duplicate'
    ? "The shop tries again by itself: send it nowhere else than in the provider's pages, or it goes back twice."
    : 'Refund it again, or send it another way and keep that: refund --by-hand.'
}

/** Reopens the case of a refund once reported as sent. */
export async function listFailedRefund(
  queries: Queries,
  { payment, refund }: Failed,
  { summary, wasSent }: { summary: string; wasSent: boolean },
): Promise<void> {
  const { orderId, amountPence } = refund
  const list = wasSent ? renewCase : openCase
  const { provider } = payment
  await list(queries, {
    kind: 'refund_failed',
    subject: subjectOf(payment, refund),
    summary,
    orderId,
    provider,
    amountPence,
  })
}

export async function closeFailedRefunds(queries: Queries, payment: Failed['payment'], reason: string): Promise<void> {
  const closing = { actor: payment.provider, reason }
  const failed = (await readRefunds(queries, payment.id)).filter(({ state }) => state === 'failed')
  for (const subject of new Set(failed.map((refund) => subjectOf(payment, refund))))
    await closeCases(queries, { kind: 'refund_failed', subject }, closing)
}

/** Closes one case, of an equal refund that failed before this one was wanted. */
export async function closeEqualRefund(queries: Queries, payment: Failed['payment'], sent: Refund): Promise<void> {
  const rows = await readRefunds(queries, payment.id)
  // Our own date: the provider's may differ.
  const wantedAt = rows.find(({ id }) => id === sent.id)?.createdAt ?? sent.createdAt
  const equal = rows.filter(
    ({ state, amountPence, finishedAt }) =>
      state === 'failed' && amountPence === sent.amountPence && finishedAt && finishedAt <= wantedAt,
  )
  const closing = { actor: payment.provider, reason: 'it was sent once more' }
  for (const refund of equal) {
    const subject = subjectOf(payment, refund)
    if ((await closeCases(queries, { kind: 'refund_failed', subject }, closing)).length > 0) return
  }
}

/** All attempts to return a duplicate are one case; any other refund has its own. */
function subjectOf(
  { provider, chargeId }: Failed['payment'],
  { origin, providerId, idempotencyKey }: Failed['refund'],
) {
  return origin === 'return' ? `${provider} ${chargeId} return` : `${provider} ${providerId ?? idempotencyKey}`
}
