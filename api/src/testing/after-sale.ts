import { type Pence, pence } from '@site/shared/money'
import { asc, eq } from 'drizzle-orm'
import { findAttention } from '../attention/attention'
import { cases, disputes, refunds } from '../database/after-sale-tables'
import { newOrderId } from './buyer'
import type { Shop } from './set-up-shop'

export const providers = ['stripe', 'paypal'] as const
type Provider = (typeof providers)[number]

type Sale = { orderId: string; id: string; chargeId: string }

const QUARTER_OF_AN_HOUR = 15 * 60_000

export function createAfterSale(shop: Shop) {
  const { buyer } = shop
  const stripe = () => shop.fakeProviders.stripe
  const payPal = () => shop.fakeProviders.payPal
  const select = () => shop.database.queries().select()

  const captureOf = (walletId: string): string => payPal().orders.get(walletId)?.captures[0]?.id ?? ''
  const refundsAt = (provider: Provider, id: string) =>
    (provider === 'stripe' ? stripe().intents.get(id) : payPal().orders.get(id))?.refunds ?? []
  const disputesOf = (orderId: string) =>
    select().from(disputes).where(eq(disputes.orderId, orderId)).orderBy(asc(disputes.id))
  const casesOf = (orderId: string) => select().from(cases).where(eq(cases.orderId, orderId)).orderBy(asc(cases.id))

  return {
    buyer,

    async pay(provider: Provider): Promise<Sale> {
      const orderId = newOrderId()
      if (provider === 'stripe') {
        const id = buyer.payCard(await buyer.start(orderId))
        await buyer.confirmCard(orderId, id)
        return { orderId, id, chargeId: id }
      }
      const id = buyer.approve(await buyer.startWallet(orderId))
      await buyer.confirmWallet(id)
      return { orderId, id, chargeId: captureOf(id) }
    },

    async payTwice(): Promise<Sale> {
      const orderId = newOrderId()
      const id = buyer.approve(await buyer.startWallet(orderId))
      await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))
      payPal().capture(id)
      return { orderId, id, chargeId: captureOf(id) }
    },

    async payGivenUp(): Promise<Sale> {
      const orderId = newOrderId()
      const id = buyer.approve(await buyer.startWallet(orderId))
      expect((await buyer.abandon(orderId)).statusCode).toBe(200)
      payPal().capture(id)
      return { orderId, id, chargeId: captureOf(id) }
    },

    async failToReturn(): Promise<void> {
      shop.failures.refund = () => 'failed'
      await shop.sweepAt(QUARTER_OF_AN_HOUR)
      shop.failures.refund = () => undefined
    },

    sendElsewhere(provider: Provider, id: string, amount: Pence): void {
      if (provider === 'stripe') stripe().refund(id, { amount })
      else payPal().refund(captureOf(id), amount)
    },

    settleRefund(provider: Provider, id: string, isSent: boolean): void {
      const [refund] = refundsAt(provider, id)
      if (provider === 'stripe') stripe().settleRefund(refund?.id ?? '', isSent ? 'succeeded' : 'failed')
      else payPal().settleRefund(refund?.id ?? '', isSent ? 'COMPLETED' : 'FAILED')
    },

    listRefunds: (provider: Provider, id: string): [number, string][] =>
      refundsAt(provider, id).map(({ amount, status }) => [amount, status.toLowerCase()]),

    openDispute: (provider: Provider, chargeId: string, amount: Pence = pence(21_500)): string =>
      provider === 'stripe' ? stripe().dispute(chargeId, { amount }) : payPal().dispute(chargeId, amount),

    endDispute(provider: Provider, disputeId: string, isWon: boolean): void {
      if (provider === 'stripe') stripe().closeDispute(disputeId, isWon ? 'won' : 'lost')
      else payPal().resolveDispute(disputeId, isWon ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR')
    },

    refundsOf: (orderId: string) => select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.id)),
    disputesOf,
    casesOf,
    openCasesOf: async (orderId: string) => (await casesOf(orderId)).filter(({ closedAt }) => !closedAt),

    async reasonsOf(orderId: string): Promise<string[]> {
      const { orders } = await findAttention(shop.database.queries())
      return orders.find((order) => order.orderId === orderId)?.reasons ?? []
    },

    async untilDisputeIs(orderId: string, state: string): Promise<void> {
      await untilEqual(async () => (await disputesOf(orderId)).some((row) => row.state === state), true)
    },
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
