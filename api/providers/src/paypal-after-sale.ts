import { parseDecimal, pence, toDecimal } from '@site/shared/money'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import {
  type Gateway,
  LIST_TIMEOUT_MS,
  type ListedMoney,
  type ProviderDispute,
  ProviderError,
  type ProviderRefund,
  type RefundStatus,
} from './gateway'
import { money, optional, type PayPalClient, parseReply, refuseError } from './paypal-client'

const PAGE = 500
/** Limit of `start_time`: 180 days (developer.paypal.com/docs/api/customer-disputes/v1), less one for clocks. */
const DISPUTES_MS = 179 * 24 * 60 * 60 * 1_000
/** Limit of `end_date` (developer.paypal.com/docs/api/transaction-search/v1). */
const MAX_RANGE_MS = 31 * 24 * 60 * 60 * 1_000

export const refundSchema = Type.Object({
  id: optional,
  status: Type.String(),
  amount: money,
  custom_id: optional,
  create_time: optional,
})
const refundedSchema = Compile(Type.Object({ id: Type.String(), status: optional, amount: Type.Optional(money) }))
const listSchema = Compile(
  Type.Object({
    purchase_units: Type.Array(
      Type.Object({ payments: Type.Optional(Type.Object({ refunds: Type.Optional(Type.Array(refundSchema)) })) }),
    ),
  }),
)
const payPalDispute = Type.Object({
  dispute_id: Type.String(),
  create_time: Type.String(),
  update_time: optional,
  status: Type.String(),
  reason: optional,
  dispute_amount: money,
  disputed_transactions: Type.Optional(Type.Array(Type.Object({ seller_transaction_id: optional, custom: optional }))),
  dispute_outcome: Type.Optional(Type.Object({ outcome_code: optional, amount_refunded: Type.Optional(money) })),
  seller_response_due_date: optional,
})
const disputeSchema = Compile(payPalDispute)
const disputeListSchema = Compile(
  Type.Object({ items: Type.Optional(Type.Array(Type.Object({ dispute_id: Type.String() }))) }),
)

const transaction = Type.Object({
  transaction_id: Type.String(),
  transaction_event_code: Type.String(),
  transaction_status: optional,
  transaction_amount: money,
  paypal_reference_id: optional,
  custom_field: optional,
})
const transactionsSchema = Compile(
  Type.Object({
    transaction_details: Type.Array(Type.Object({ transaction_info: transaction })),
    total_pages: Type.Integer(),
  }),
)

const refundStatuses: Readonly<Record<string, RefundStatus>> = {
  COMPLETED: 'sent',
  PENDING: 'pending',
  FAILED: 'failed',
  CANCELLED: 'failed',
}
/**
 * Outcomes that take nothing from the shop (developer.paypal.com/docs/disputes/faq).
 * `NONE`: another dispute replaced this one.
 */
const wonOutcomes = ['RESOLVED_SELLER_FAVOUR', 'RESOLVED_WITH_PAYOUT', 'CANCELED_BY_BUYER', 'DENIED', 'NONE']

export function refundStatusOf(status: string | undefined): RefundStatus {
  return refundStatuses[status ?? ''] ?? 'pending'
}

export function createPayPalAfterSale(
  call: PayPalClient,
): Pick<Gateway, 'refund' | 'listRefunds' | 'readDispute' | 'listDisputes' | 'listMoney'> {
  return {
    async refund({ chargeId, amountPence, isWhole, reference, idempotencyKey }) {
      const path = `/v2/payments/captures/${encodeURIComponent(chargeId)}/refund`
      const amount = { currency_code: 'GBP', value: toDecimal(amountPence) }
      const body = JSON.stringify({ custom_id: reference, ...(!isWhole && { amount }) })
      const reply = await call({ path, body, idempotencyKey, isAnsweredInFull: true })
      const { id, status, amount: sent } = parseReply(refundedSchema, refuseError(reply).body)
      const sentPence = (sent && parseDecimal(sent.value)) ?? amountPence
      const made = { providerId: id, reference, createdAt: new Date() }
      return { ...made, amountPence: sentPence, status: refundStatusOf(status) }
    },
    // PayPal lists refunds only within their order.
    async listRefunds({ providerId }) {
      const path = `/v2/checkout/orders/${encodeURIComponent(providerId)}`
      const { purchase_units } = parseReply(listSchema, refuseError(await call({ method: 'GET', path })).body)
      return purchase_units.flatMap(({ payments }) => payments?.refunds ?? []).flatMap(describeRefund)
    },
    async readDispute(disputeId) {
      return describeDispute(parseReply(disputeSchema, await readDisputes(`/${encodeURIComponent(disputeId)}`)))
    },
    async listDisputes(since) {
      const start = new Date(Math.max(since.getTime(), Date.now() - DISPUTES_MS))
      const found = await readDisputes(`?page_size=50&start_time=${encodeURIComponent(start.toISOString())}`)
      return (parseReply(disputeListSchema, found).items ?? []).map(({ dispute_id }) => dispute_id)
    },
    listMoney: (since, until) => listPayPalMoney(call, since, until),
  }

  async function readDisputes(which: string): Promise<unknown> {
    const reply = await call({ method: 'GET', path: `/v1/customer/disputes${which}` })
    if (reply.status === 403) {
      throw new ProviderError('unauthorised', 'PayPal does not let this app read disputes: switch "Disputes" on for it')
    }
    return refuseError(reply).body
  }
}

function describeRefund(refund: Static<typeof refundSchema>): ProviderRefund[] {
  const { id, status, amount, custom_id, create_time } = refund
  if (id === undefined) return []
  return [
    {
      providerId: id,
      reference: custom_id,
      amountPence: parseDecimal(amount.value) ?? pence(0),
      status: refundStatusOf(status),
      createdAt: create_time === undefined ? new Date() : new Date(create_time),
    },
  ]
}

function describeDispute(dispute: Static<typeof payPalDispute>): ProviderDispute {
  const { dispute_id, status, dispute_amount, dispute_outcome, reason, create_time, update_time } = dispute
  const { outcome_code, amount_refunded } = dispute_outcome ?? {}
  const isOver = status === 'RESOLVED'
  // "The amount that either the merchant or PayPal refunds the customer" (Customer Disputes API, `dispute_outcome`).
  const refunded = amount_refunded && parseDecimal(amount_refunded.value)
  const isLost = isOver && !wonOutcomes.includes(outcome_code ?? '') && refunded !== 0
  const due = dispute.seller_response_due_date
  const transaction = dispute.disputed_transactions?.[0]
  return {
    providerId: dispute_id,
    chargeId: transaction?.seller_transaction_id,
    reference: transaction?.custom,
    url: `https://www.paypal.com/resolutioncenter/${dispute_id}`,
    status: isLost ? 'lost' : isOver ? 'won' : 'open',
    amountPence: (isLost ? refunded : undefined) ?? parseDecimal(dispute_amount.value) ?? pence(0),
    feePence: undefined,
    reason,
    dueAt: due === undefined ? undefined : new Date(due),
    openedAt: new Date(create_time),
    closedAt: isOver && update_time !== undefined ? new Date(update_time) : undefined,
  }
}

async function listPayPalMoney(call: PayPalClient, since: Date, until: Date): Promise<ListedMoney[]> {
  const found: Static<typeof transaction>[] = []
  for (let start = since; start < until; ) {
    const end = new Date(Math.min(until.getTime(), start.getTime() + MAX_RANGE_MS))
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { transaction_details, total_pages } = await readPage(call, start, end, page)
      pages = total_pages
      found.push(...transaction_details.map(({ transaction_info }) => transaction_info))
    }
    start = end
  }
  return found.flatMap(describeLine)
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
  return parseReply(transactionsSchema, body)
}

/** T00 are payments, T1107 refunds (developer.paypal.com/docs/transaction-search/transaction-event-codes/). */
function describeLine(line: Static<typeof transaction>): ListedMoney[] {
  const { transaction_id: id, transaction_event_code: code, transaction_status: status = 'S' } = line
  const kind = code.startsWith('T00') ? 'charge' : code.startsWith('T1107') ? 'refund' : undefined
  const chargeId = kind === 'charge' ? id : line.paypal_reference_id
  // `S`: completed. `V`: completed and reversed since.
  if (!kind || !chargeId || (status !== 'S' && status !== 'V')) return []
  const { value, currency_code } = line.transaction_amount
  const amountPence = pence(Math.abs(parseDecimal(value) ?? 0))
  const reference = kind === 'charge' ? line.custom_field : undefined
  return [{ kind, id, chargeId, reference, amountPence, currency: currency_code.toLowerCase(), isFailed: false }]
}
