import { type Pence, parseDecimal, pence } from '@site/shared/money'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { ProviderError } from './gateway'
import { type PayPalClient, parseReply } from './paypal-client'
import type { ListCharges, ProviderCharge } from './provider-charges'

const PAGE = 500
const TIMEOUT_MS = 30_000
/** The most the call takes (developer.paypal.com/docs/api/transaction-search/v1, `end_date`). */
const MAX_RANGE_MS = 31 * 24 * 60 * 60 * 1_000
/** `T00…` are payments, `T11…` reversals and refunds (Transaction event codes). */
const PAYMENT = /^T00/
const REFUND = /^T11/

const optional = Type.Optional(Type.String())
const schema = Compile(
  Type.Object({
    transaction_details: Type.Array(
      Type.Object({
        transaction_info: Type.Object({
          transaction_id: Type.String(),
          transaction_event_code: Type.String(),
          transaction_status: optional,
          transaction_amount: Type.Object({ currency_code: Type.String(), value: Type.String() }),
          paypal_reference_id: optional,
          custom_field: optional,
        }),
      }),
    ),
    total_pages: Type.Integer(),
  }),
)

/** Every payment of PayPal's transaction search, with the refunds that name it. */
export function createPayPalCharges(call: PayPalClient): ListCharges {
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
    return collect(found)
  }
}

type Info = {
  transaction_id: string
  transaction_event_code: string
  transaction_status?: string
  transaction_amount: { currency_code: string; value: string }
  paypal_reference_id?: string
  custom_field?: string
}

/** `S` has happened; `V` has happened and was sent back since. */
function collect(found: readonly Info[]): ProviderCharge[] {
  const happened = found.filter(({ transaction_status = 'S' }) => ['S', 'V'].includes(transaction_status))
  const refunds = happened.filter(({ transaction_event_code }) => REFUND.test(transaction_event_code))
  return happened
    .filter((it) => PAYMENT.test(it.transaction_event_code) && amountOf(it) > 0)
    .map((it) => ({
      provider: 'paypal' as const,
      chargeId: it.transaction_id,
      reference: it.custom_field,
      takenPence: amountOf(it),
      refundedPence: refundedOf(it, refunds),
      currency: it.transaction_amount.currency_code.toLowerCase(),
    }))
}

function refundedOf({ transaction_id }: Info, refunds: readonly Info[]): Pence {
  const own = refunds.filter(({ paypal_reference_id }) => paypal_reference_id === transaction_id)
  return pence(own.reduce((sum, refund) => sum + Math.abs(amountOf(refund)), 0))
}

function amountOf({ transaction_amount: { value } }: Info): Pence {
  return parseDecimal(value) ?? pence(0)
}
