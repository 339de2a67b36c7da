import { parseDecimal, pence, toDecimal } from '@site/shared/money'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type Gateway, ProviderError } from './gateway'
import { type PayPalClient, parseReply, refuseError } from './paypal-client'
import { listPayPalMoney } from './paypal-list'
import type { ProviderDispute } from './provider-dispute'
import type { ProviderRefund, RefundStatus } from './provider-refund'

const money = Type.Object({ currency_code: Type.String(), value: Type.String() })
const optional = Type.Optional(Type.String())

/** As an order lists it; `custom_id` is what we had PayPal keep. */
export const refundSchema = Type.Object({
  id: optional,
  status: Type.String(),
  amount: money,
  custom_id: optional,
  create_time: optional,
  update_time: optional,
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

const refundStatuses: Readonly<Record<string, RefundStatus>> = {
  COMPLETED: 'sent',
  PENDING: 'pending',
  FAILED: 'failed',
  CANCELLED: 'failed',
}
/**
 * Outcomes that take nothing from the shop (developer.paypal.com/docs/disputes/faq): where PayPal pays the buyer itself
 * the shop keeps its money, and `NONE` only says that another dispute took the place of this one.
 */
const wonOutcomes = ['RESOLVED_SELLER_FAVOUR', 'RESOLVED_WITH_PAYOUT', 'CANCELED_BY_BUYER', 'DENIED', 'NONE']

export function refundStatusOf(status: string | undefined): RefundStatus {
  return refundStatuses[status ?? ''] ?? 'pending'
}

/** What follows a sale at PayPal: refunds and disputes. */
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
      // All that is left may be less than was known when it was asked for.
      const sentPence = (sent && parseDecimal(sent.value)) ?? amountPence
      return {
        providerId: id,
        reference,
        amountPence: sentPence,
        status: refundStatusOf(status),
        createdAt: new Date(),
      }
    },
    /** There is no list of its own: an order says what was sent back of it. */
    async listRefunds({ providerId }) {
      const path = `/v2/checkout/orders/${encodeURIComponent(providerId)}`
      const { purchase_units } = parseReply(listSchema, refuseError(await call({ method: 'GET', path })).body)
      return purchase_units.flatMap(({ payments }) => payments?.refunds ?? []).flatMap(describeRefund)
    },
    async readDispute(disputeId) {
      return describeDispute(parseReply(disputeSchema, await readDisputes(`/${encodeURIComponent(disputeId)}`)))
    },
    async listDisputes(since) {
      const found = await readDisputes(`?page_size=50&start_time=${encodeURIComponent(since.toISOString())}`)
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
  const { id, status, amount, custom_id, create_time, update_time } = refund
  if (id === undefined) return []
  return [
    {
      providerId: id,
      reference: custom_id,
      amountPence: parseDecimal(amount.value) ?? pence(0),
      status: refundStatusOf(status),
      createdAt: create_time === undefined ? new Date() : new Date(create_time),
      changedAt: update_time === undefined ? undefined : new Date(update_time),
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
    // It stands in the transactions alone.
    feePence: undefined,
    reason,
    dueAt: due === undefined ? undefined : new Date(due),
    openedAt: new Date(create_time),
    closedAt: isOver && update_time !== undefined ? new Date(update_time) : undefined,
  }
}
