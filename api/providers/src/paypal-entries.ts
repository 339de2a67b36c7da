import { type Pence, parseDecimal, pence } from '@site/shared/money'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { EntryKind } from './entry-kind'
import { ProviderError } from './gateway'
import { type PayPalClient, parseReply } from './paypal-client'
import type { ListEntries, ProviderEntry } from './provider-entry'

const PAGE = 500
const TIMEOUT_MS = 30_000
/** The most the call takes (developer.paypal.com/docs/api/transaction-search/v1, `end_date`). */
const MAX_RANGE_MS = 31 * 24 * 60 * 60 * 1_000
/** Transaction event codes (developer.paypal.com/docs/transaction-search/transaction-event-codes/), the first that fits. */
const kinds: readonly [RegExp, EntryKind][] = [
  [/^T00/, 'charge'],
  [/^T1107/, 'refund'],
  [/^T(1106|1110|1201|1205)/, 'dispute'],
  [/^T(1111|1202|1207|1208)/, 'dispute_won'],
  [/^T(01|1108)/, 'fee'],
  [/^T(03|04)/, 'payout'],
]

const optional = Type.Optional(Type.String())
const money = Type.Object({ currency_code: Type.String(), value: Type.String() })
const schema = Compile(
  Type.Object({
    transaction_details: Type.Array(
      Type.Object({
        transaction_info: Type.Object({
          transaction_id: Type.String(),
          transaction_event_code: Type.String(),
          transaction_status: optional,
          transaction_amount: money,
          fee_amount: Type.Optional(money),
          transaction_initiation_date: Type.String(),
          paypal_reference_id: optional,
          custom_field: optional,
        }),
      }),
    ),
    total_pages: Type.Integer(),
  }),
)

/** Every line of PayPal's transaction search: payments, refunds, disputes, fees and withdrawals. */
export function createPayPalEntries(call: PayPalClient): ListEntries {
  async function readPage(start: Date, end: Date, page: number) {
    const query = new URLSearchParams({
      start_date: start.toISOString(),
      end_date: end.toISOString(),
      fields: 'transaction_info',
      page_size: String(PAGE),
      page: String(page),
    })
    const reply = await call({ method: 'GET', path: `/v1/reporting/transactions?${query}`, timeoutMs: TIMEOUT_MS })
    if (reply.status === 403) {
      throw new ProviderError(
        'unauthorised',
        'PayPal does not let this app search: switch "Transaction Search" on for it',
      )
    }
    if (reply.status >= 400) throw new ProviderError('broken', `PayPal's list cannot be read (${reply.status})`)
    return parseReply(schema, reply.body)
  }

  return async (since, until) => {
    const found: Info[] = []
    for (let start = since; start < until; ) {
      const end = new Date(Math.min(until.getTime(), start.getTime() + MAX_RANGE_MS))
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const { transaction_details, total_pages } = await readPage(start, end, page)
        pages = total_pages
        found.push(...transaction_details.map(({ transaction_info }) => transaction_info))
      }
      start = end
    }
    return found.filter(hasHappened).map(describe)
  }
}

type Info = {
  transaction_id: string
  transaction_event_code: string
  transaction_status?: string
  transaction_amount: { currency_code: string; value: string }
  fee_amount?: { value: string }
  transaction_initiation_date: string
  paypal_reference_id?: string
  custom_field?: string
}

/** `S` has happened; `V` has happened and was sent back since. */
function hasHappened({ transaction_status = 'S' }: Info): boolean {
  return transaction_status === 'S' || transaction_status === 'V'
}

function describe(info: Info): ProviderEntry {
  const { transaction_id, transaction_event_code, transaction_amount, fee_amount, paypal_reference_id } = info
  const [, kind] = kinds.find(([pattern]) => pattern.test(transaction_event_code)) ?? [undefined, 'other' as const]
  const amount = amountOf(transaction_amount)
  const isFee = kind === 'fee'
  return {
    provider: 'paypal',
    entryId: transaction_id,
    kind,
    amountPence: isFee ? pence(0) : amount,
    // PayPal writes what it takes as a negative amount.
    feePence: pence(0 - amountOf(fee_amount) - (isFee ? amount : 0)),
    currency: transaction_amount.currency_code.toLowerCase(),
    at: new Date(info.transaction_initiation_date),
    chargeId: kind === 'charge' ? transaction_id : paypal_reference_id,
    aboutId: kind === 'refund' ? transaction_id : undefined,
    reference: info.custom_field,
  }
}

function amountOf(amount: { value: string } | undefined): Pence {
  return parseDecimal(amount?.value ?? '0') ?? pence(0)
}
