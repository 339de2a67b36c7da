import { papers } from '@site/papers/tables'
import type { Provider } from '@site/providers/gateway'
import { type Pence, pence } from '@site/shared/money'
import { asc, eq } from 'drizzle-orm'
import { findAttention } from '../attention/attention'
import { cases, disputes, refunds } from '../database/after-sale-tables'
import { followDispute } from '../disputes/follow-dispute'
import { AdminRefusal } from '../errors/api-error'
import { keepRefundByHand, type RefundRequest, type RefundResult, refundPayment } from '../refunds/refund-payment'
import type { Shop } from './set-up-shop'

export const providers = ['stripe', 'paypal'] as const

export const person = { actor: 'olga', reason: 'the course was called off' }
export const part = { ...person, amountPence: pence(5_000) }
export const done = (provider: Provider) => (provider === 'stripe' ? 'succeeded' : 'completed')

export function createAfterSale(shop: Shop) {
  const { buyer } = shop
  const stripe = () => shop.fakeProviders.stripe
  const payPal = () => shop.fakeProviders.payPal
  const select = () => shop.queries().select()

  const refundsAt = (provider: Provider, id: string) =>
    (provider === 'stripe' ? stripe().intents.get(id) : payPal().orders.get(id))?.refunds ?? []
  const refundsOf = (orderId: string) =>
    select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.id))
  const disputesOf = (orderId: string) =>
    select().from(disputes).where(eq(disputes.orderId, orderId)).orderBy(asc(disputes.id))
  const casesOf = (orderId: string) => select().from(cases).where(eq(cases.orderId, orderId)).orderBy(asc(cases.id))
  const openCasesOf = async (orderId: string) => (await casesOf(orderId)).filter(({ closedAt }) => !closedAt)

  return {
    pay: buyer.pay,

    async payTwice() {
      const { orderId, id } = await buyer.approved()
      await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))
      payPal().capture(id)
      return { orderId, id, chargeId: buyer.captureOf(id) }
    },

    async payGivenUp() {
      const { orderId, id } = await buyer.approved()
      expect((await buyer.abandon(orderId)).statusCode).toBe(200)
      payPal().capture(id)
      return { orderId, id, chargeId: buyer.captureOf(id) }
    },

    refund: (orderId: string, request: RefundRequest = person) =>
      orReason(refundPayment(shop.api.services, orderId, request)),
    byHand: (orderId: string, request: RefundRequest = person) =>
      orReason(keepRefundByHand(shop.api.services, orderId, request)),

    sendElsewhere(provider: Provider, id: string, amount: Pence = pence(21_500)): void {
      if (provider === 'stripe') stripe().refund(id, { amount })
      else payPal().refund(buyer.captureOf(id), amount)
    },

    settleRefund(provider: Provider, id: string, isSent: boolean): void {
      const [refund] = refundsAt(provider, id)
      if (provider === 'stripe') stripe().settleRefund(refund?.id ?? '', isSent ? 'succeeded' : 'failed')
      else payPal().settleRefund(refund?.id ?? '', isSent ? 'COMPLETED' : 'FAILED')
    },

    /** The provider says of a refund that it has failed, and its webhook arrives. */
    async failRefund(provider: Provider, orderId: string, id: string): Promise<void> {
      shop.hear(/refund\.failed/i)
      this.settleRefund(provider, id, false)
      await untilEqual(async () => (await refundsOf(orderId))[0]?.state, 'failed')
    },

    listRefunds: (provider: Provider, id: string): [number, string][] =>
      refundsAt(provider, id).map(({ amount, status }) => [amount, status.toLowerCase()]),

    openDispute: (provider: Provider, chargeId: string, amount: Pence = pence(21_500)): string =>
      provider === 'stripe' ? stripe().dispute(chargeId, { amount }) : payPal().dispute(chargeId, amount),

    endDispute(provider: Provider, disputeId: string, isWon: boolean): void {
      if (provider === 'stripe') stripe().closeDispute(disputeId, isWon ? 'won' : 'lost')
      else payPal().resolveDispute(disputeId, isWon ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR')
    },

    followDispute: (provider: Provider, chargeId: string | null, disputeId: string) =>
      followDispute(shop.api.services, provider, { chargeId, disputeId }, 'webhook'),

    refundsOf,
    disputesOf,
    casesOf,
    openCasesOf,
    openKinds: async (orderId: string) => (await openCasesOf(orderId)).map(({ kind }) => kind).sort(),
    papersOf: (orderId: string) => select().from(papers).where(eq(papers.orderId, orderId)),

    async reasonsOf(orderId: string): Promise<string[]> {
      const { orders } = await findAttention(shop.queries())
      return orders.find((order) => order.orderId === orderId)?.reasons ?? []
    },

    async untilDisputeIs(orderId: string, state: string): Promise<void> {
      await untilEqual(async () => (await disputesOf(orderId)).some((row) => row.state === state), true)
    },
  }
}

async function orReason(asked: Promise<RefundResult>) {
  try {
    return { ok: true as const, ...(await asked) }
  } catch (error) {
    if (error instanceof AdminRefusal) return { ok: false as const, reason: error.message }
    throw error
  }
}

/** Waits, because webhooks are handled after their answer. */
export async function untilEqual<Value>(read: () => Promise<Value>, wanted: Value): Promise<void> {
  for (let turn = 0; turn < 500 && JSON.stringify(await read()) !== JSON.stringify(wanted); turn++)
    await new Promise((resolve) => setTimeout(resolve, 10))
  expect(await read()).toEqual(wanted)
}

export function letPass(ms: number): void {
  const now = Date.now
  jest.spyOn(Date, 'now').mockImplementation(() => now() + ms)
}
