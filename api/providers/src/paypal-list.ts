import { parseDecimal, pence } from '@site/shared/money'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { ProviderError } from './gateway'
import { LIST_TIMEOUT_MS, type ListedMoney } from './listed-money'
import { type PayPalClient, parseReply } from './paypal-client'

const PAGE = 500
/** The most the call takes (developer.paypal.com/docs/api/transaction-search/v1, `end_date`). */
const MAX_RANGE_MS = 31 * 24 * 60 * 60 * 1_000

const optional = Type.Optional(Type.String())
const info = Type.Object({
  transaction_id: Type.String(),
  transaction_event_code: Type.String(),
  transaction_status: optional,
  transaction_amount: Type.Object({ currency_code: Type.String(), value: Type.String() }),
  paypal_reference_id: optional,
  custom_field: optional,
})
const schema = Compile(
  Type.Object({
    transaction_details: Type.Array(Type.Object({ transaction_info: info })),
    total_pages: Type.Integer(),
  }),
)

/** Charges and refunds of some time, from PayPal's transaction search. */
export async function listPayPalMoney(call: PayPalClient, since: Date, until: Date): Promise<ListedMoney[]> {
  const found: Static<typeof info>[] = []
  for (let start = since; start < until; ) {
    const end = new Date(Math.min(until.getTime(), start.getTime() + MAX_RANGE_MS))
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { transaction_details, total_pages } = await readPage(call, start, end, page)
      pages = total_pages
      found.push(...transaction_details.map(({ transaction_info }) => transaction_info))
    }
    start = end
  }
  return found.flatMap(describe)
}

async function readPage(call: PayPalClient, start: Date, end: Date, page: number) {
  const query = new URLSearchParams({
    start_date: start.toISOString(),
    end_date: end.toISOString(),
    fields: 'transaction_info',
    page_size: String(PAGE),
    page: String(page),
  })
  const path = `/v1/reporting/transactions?${query}`
  const { status, body } = await call({ method: 'GET', path, timeoutMs: LIST_TIMEOUT_MS })
  if (status === 403) {
    const message = 'PayPal does not let this app search: switch "Transaction Search" on for it'
    throw new ProviderError('unauthorised', message)
  }
  if (status >= 400) throw new ProviderError('broken', `PayPal's list cannot be read (${status})`)
  return parseReply(schema, body)
}

/** T00 are payments, T1107 refunds (developer.paypal.com/docs/transaction-search/transaction-event-codes/). */
function describe(line: Static<typeof info>): ListedMoney[] {
  const { transaction_id: id, transaction_event_code: code, transaction_status: status = 'S' } = line
  const kind = code.startsWith('T00') ? 'charge' : code.startsWith('T1107') ? 'refund' : undefined
  const chargeId = kind === 'charge' ? id : line.paypal_reference_id
  // `S` has happened; `V` has happened and was sent back since.
  if (!kind || !chargeId || (status !== 'S' && status !== 'V')) return []
  const { value, currency_code } = line.transaction_amount
  const amountPence = pence(Math.abs(parseDecimal(value) ?? 0))
  const reference = kind === 'charge' ? line.custom_field : undefined
  return [{ kind, id, chargeId, reference, amountPence, currency: currency_code.toLowerCase(), isFailed: false }]
}
