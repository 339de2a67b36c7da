import { ProviderError } from '@site/providers/gateway'
import { formatPence, pence } from '@site/shared/money'
import { eq } from 'drizzle-orm'
import { closeCases } from '../cases/cases'
import type { KeptEntry } from '../database/ledger-tables'
import { payments } from '../database/schema'
import type { PaymentServices } from '../payments/shared/payment-services'
import { compareEntry, type Difference } from './compare-entry'

/** `passing`: what kept the line from being compared, where it may be over within the hour. */
type Compared = { difference: Difference | undefined; passing?: ProviderError }

/**
 * Compares one line of a provider's book, as `compareEntry` does. Where the provider does not say what that takes, this is the
 * difference: a case of its own, listed once whatever the reason of the day, and closed as soon as the line can be compared.
 */
export async function compareOrSayWhyNot(services: PaymentServices, entry: KeptEntry, until: Date): Promise<Compared> {
  try {
    const difference = await compareEntry(services, entry, until)
    await closeNotCompared(services, entry)
    return { difference }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { provider, entryId } = entry
    services.log.warn({ err: error, provider, entryId }, "a line of a provider's book could not be compared")
    const difference = await notCompared(services, entry, error.message)
    const isPassing = error.kind === 'unreachable' || error.kind === 'broken'
    return isPassing ? { difference, passing: error } : { difference }
  }
}

const subjectOf = ({ provider, entryId }: KeptEntry) => `${provider}:${entryId}:not compared`

async function closeNotCompared({ database }: PaymentServices, entry: KeptEntry): Promise<void> {
  // About charges nobody is asked, and about what is none of ours.
  if (entry.kind === 'charge' || entry.paymentId === null) return
  const which = { kind: 'difference', subject: subjectOf(entry) } as const
  await closeCases(database.queries(), which, { actor: entry.provider, reason: 'it could be compared' })
}

/** Our book is taken not to have it: that is why the provider was asked. */
async function notCompared({ database }: PaymentServices, entry: KeptEntry, why: string): Promise<Difference> {
  const { provider, kind, chargeId, amountPence, paymentId } = entry
  const isMeant = eq(payments.id, paymentId ?? 0)
  const [payment] = await database.queries().select({ orderId: payments.orderId }).from(payments).where(isMeant)
  const orderId = payment?.orderId ?? null
  const what = kind === 'refund' || kind === 'refund_failed' ? 'refund' : 'dispute'
  const money = formatPence(pence(Math.abs(amountPence)))
  const summary = `${orderId}: a ${what} of ${money} of ${provider} payment ${chargeId} could not be compared: ${why}`
  return { kind: 'difference', orderId, subject: subjectOf(entry), summary, pence: amountPence }
}
