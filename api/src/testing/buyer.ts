import { randomBytes } from 'node:crypto'
import type { Funding } from '@site/sandbox/testing'
import { toPounds } from '@site/shared/money'
import { asc, eq } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import type { Database } from '../database/database'
import { orderEvents, orders, outbox, payments } from '../database/schema'
import type { TestApi } from './test-api'

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  asks: '4000002500003155',
  slow: '4000000000007007',
  slowFails: '4000000000008005',
}

/** £179 and 20 % VAT, rounded to a whole pound. */
export const basket = { amount: 215, items: [{ id: 14, quantity: 1, price: 179 }] }

export const newOrderId = (): string => `order_${Date.now()}_${randomBytes(6).toString('hex')}`

export function intentBody(orderId: string, changes: object = {}): Record<string, unknown> {
  return {
    ...basket,
    currency: 'gbp',
    orderId,
    customerEmail: 'ada@example.com',
    customerName: 'Ada Brown',
    description: 'Manual Handling',
    paymentMethodId: 'pm_1',
    confirmRepeat: true,
    ...changes,
  }
}

export function walletBody(orderId: string, changes: object = {}): Record<string, unknown> {
  const { paymentMethodId: _, ...body } = intentBody(orderId)
  return { ...body, amount: '215.00', currency: 'GBP', merchantEmail: 'payments@example.com', ...changes }
}

/** As PayPal's window names them. */
const payer = { payerEmail: 'buyer@example.com', payerName: 'Sam Buyer', amount: '215.00', currency: 'GBP' }

export function createBuyer(api: Pick<TestApi, 'post' | 'fakeProviders'>) {
  const start = (orderId: string, changes?: object) => api.post('create-payment-intent', intentBody(orderId, changes))
  const startWallet = (orderId: string, changes?: object) =>
    api.post('paypal-create-order', walletBody(orderId, changes))

  function payIntent(id: string, secret: string, number = cards.good): void {
    const billing = { name: 'Ada Brown', email: 'ada@example.com' }
    const made = api.fakeProviders.stripe.createMethod({ number, expMonth: 12, expYear: 2040, ...billing })
    const method = made.body as { id: string }
    api.fakeProviders.stripe.confirm(id, secret, method.id)
  }

  function payCard(reply: LightMyRequestResponse, number = cards.good): string {
    const secret: string = reply.json().data.clientSecret
    const id = secret.split('_secret_')[0] ?? ''
    payIntent(id, secret, number)
    return id
  }
  const confirmCard = (orderId: string, paymentIntentId: string) =>
    api.post('confirm-stripe-payment', { paymentIntentId, orderId })

  async function buy(changes?: object): Promise<string> {
    const orderId = newOrderId()
    await confirmCard(orderId, payCard(await start(orderId, changes)))
    return orderId
  }
  function approve(reply: LightMyRequestResponse, funding: Funding = 'balance'): string {
    const id: string = reply.json().data.paypalOrderId
    api.fakeProviders.payPal.approve(id, funding)
    return id
  }
  async function approved(funding?: Funding) {
    const orderId = newOrderId()
    return { orderId, id: approve(await startWallet(orderId), funding) }
  }
  const lookAtWallet = (paypalOrderId: string) =>
    api.post('paypal-capture', { ...payer, paypalOrderId, orderId: paypalOrderId })
  function confirmWallet(paypalOrderId: string) {
    api.fakeProviders.payPal.capture(paypalOrderId)
    return lookAtWallet(paypalOrderId)
  }
  const intentsOf = (orderId: string) =>
    api.fakeProviders.stripe.intents.all().filter(({ metadata }) => metadata.order === orderId)
  const captureOf = (id: string): string => api.fakeProviders.payPal.orders.get(id)?.captures[0]?.id ?? ''

  return {
    start,
    startWallet,
    buy,
    payCard,
    payIntent,
    async payByCard(number?: string, changes?: object) {
      const orderId = newOrderId()
      return { orderId, id: payCard(await start(orderId, changes), number) }
    },
    approved,
    async pay(provider: 'stripe' | 'paypal', changes?: object) {
      if (provider === 'stripe') {
        const orderId = await buy(changes)
        const [intent] = intentsOf(orderId)
        return { orderId, id: intent?.id ?? '', chargeId: intent?.id ?? '' }
      }
      const { orderId, id } = await approved()
      await confirmWallet(id)
      return { orderId, id, chargeId: captureOf(id) }
    },
    captureOf,
    letBankDecide: (intentId: string): void => api.fakeProviders.stripe.decide(intentId),
    confirmCard,
    approve,
    lookAtWallet,
    abandon: (orderId: string) => api.post('abandon', { orderId }),
    readStatus: (orderId: string) => api.post('status', { orderId }),
    confirmWallet,
    statusOf: async (orderId: string): Promise<string> => (await api.post('status', { orderId })).json().data?.status,
    intentsOf,
  }
}

export const told = (reply: LightMyRequestResponse) => [reply.statusCode, reply.json().code]

export async function readOrder(database: Database, orderId: string) {
  const queries = database.queries()
  const [order] = await queries.select().from(orders).where(eq(orders.id, orderId))
  const attempts = await queries.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(asc(payments.id))
  const isOfOrder = eq(orderEvents.orderId, orderId)
  const events = await queries.select().from(orderEvents).where(isOfOrder).orderBy(asc(orderEvents.id))
  const mails = await queries.select().from(outbox).where(eq(outbox.orderId, orderId)).orderBy(asc(outbox.id))
  return {
    state: order?.state,
    order,
    payments: attempts,
    path: events.flatMap(({ type, toState }) => (type === 'moved' && toState ? [toState] : [])),
    alerts: events.filter(({ type }) => type === 'alert'),
    mails: mails.flatMap(({ kind }) => (kind === 'order_sold' ? [] : (kind.split(':')[0] ?? []))),
  }
}

/** For example `paid: refunded 215 back, succeeded; order_confirmation payment_refunded`, amounts in pounds. */
export async function outlineOrder(database: Database, orderId: string): Promise<string> {
  const { state, payments, mails } = await readOrder(database, orderId)
  const outlines = payments.map(({ state, refundedPence, chargedBackPence }) => {
    const back = refundedPence > 0 ? ` ${toPounds(refundedPence)} back` : ''
    return `${state}${back}${chargedBackPence > 0 ? ` ${toPounds(chargedBackPence)} lost` : ''}`
  })
  return `${state}: ${outlines.join(', ')}; ${mails.join(' ') || 'no mail'}`
}
