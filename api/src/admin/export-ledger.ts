import { papers } from '@site/papers/tables'
import { type Pence, pence, toDecimal } from '@site/shared/money'
import { and, asc, eq, gte, lt } from 'drizzle-orm'
import { type KeptEntry, providerEntries } from '../database/ledger-tables'
import { payments } from '../database/schema'
import type { PaymentServices } from '../payments/shared/payment-services'
import { isOfShop } from './is-of-shop'
import { keepEntries } from './keep-entries'
import { AdminRefusal } from './refuse'

const DAY_MS = 24 * 60 * 60 * 1_000
const columns = ['net', 'vat', 'fee', 'refund', 'dispute', 'payout', 'other', 'balance'] as const
type Amounts = Record<(typeof columns)[number], Pence>
/** `vatPence`: what its receipt says; `null` where it has none. */
type Line = { entry: KeptEntry; orderId: string | null; vatPence: Pence | null }

/**
 * The providers' books of some days (UTC, both included) for the owner's accountant, as CSV: each line by the
 * provider's date, and a sum. `net + vat - fee + refund + dispute + payout + other = balance` holds for each line and
 * for the sum: what the balance at the provider has changed by. The VAT of a charge is that of its receipt (R103); all that another
 * product of the same account has moved is `other`.
 * Read anew from the providers.
 * @throws ProviderError when a book cannot be read; AdminRefusal for days that make no sense.
 */
export async function exportLedger(services: PaymentServices, days: { from: string; to: string }): Promise<string> {
  const since = startOf(days.from)
  const until = new Date(startOf(days.to).getTime() + DAY_MS)
  if (until <= since) throw new AdminRefusal(`There is no day from ${days.from} to ${days.to}.`)
  for (const list of Object.values(services.entries)) await keepEntries(services, await list(since, until))
  const lines = await readLines(services, since, until)
  const rows = lines.map((line) => ({ line, amounts: amountsOf(line) }))
  const total = rows.reduce((sum, { amounts }) => add(sum, amounts), none())
  return [
    ['date', 'provider', 'kind', 'entry', 'order', ...columns].join(','),
    ...rows.map(({ line: { entry, orderId }, amounts }) =>
      [
        entry.at.toISOString().slice(0, 10),
        entry.provider,
        entry.kind,
        entry.entryId,
        orderId ?? '',
        ...texts(amounts),
      ].join(','),
    ),
    ['sum', '', '', '', '', ...texts(total)].join(','),
    '',
  ].join('\n')
}

async function readLines({ database }: PaymentServices, since: Date, until: Date): Promise<Line[]> {
  return database
    .queries()
    .select({ entry: providerEntries, orderId: payments.orderId, vatPence: papers.vatPence })
    .from(providerEntries)
    .leftJoin(payments, eq(payments.id, providerEntries.paymentId))
    .leftJoin(papers, and(eq(papers.paymentId, payments.id), eq(papers.kind, 'receipt'), eq(papers.cause, 'sale')))
    .where(and(gte(providerEntries.at, since), lt(providerEntries.at, until)))
    .orderBy(asc(providerEntries.at), asc(providerEntries.provider), asc(providerEntries.entryId))
}

function amountsOf({ entry, vatPence }: Line): Amounts {
  const { kind, amountPence, feePence } = entry
  const balance = pence(amountPence - feePence)
  if (!isOfShop(entry)) return { ...none(), other: balance, balance }
  const amounts = { ...none(), fee: feePence, balance }
  if (kind === 'charge') {
    // Money that nobody has accepted, or that came a second time, has paid for nothing yet.
    const vat = vatPence ?? pence(0)
    return { ...amounts, net: pence(amountPence - vat), vat }
  }
  if (kind === 'refund' || kind === 'refund_failed') return { ...amounts, refund: amountPence }
  if (kind === 'dispute' || kind === 'dispute_won') return { ...amounts, dispute: amountPence }
  return kind === 'payout' ? { ...amounts, payout: amountPence } : { ...amounts, other: amountPence }
}

function none(): Amounts {
  const zero = pence(0)
  return { net: zero, vat: zero, fee: zero, refund: zero, dispute: zero, payout: zero, other: zero, balance: zero }
}

function add(sum: Amounts, next: Amounts): Amounts {
  const added = columns.map((name) => [name, pence(sum[name] + next[name])])
  return Object.fromEntries(added) as Amounts
}

function texts(amounts: Amounts): string[] {
  return columns.map((name) => toDecimal(amounts[name]))
}

function startOf(day: string): Date {
  const start = new Date(`${day}T00:00:00.000Z`)
  if (Number.isNaN(start.getTime())) throw new AdminRefusal(`"${day}" is not a day such as 2026-04-30.`)
  return start
}
