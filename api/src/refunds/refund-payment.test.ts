import { pence } from '@site/shared/money'
import { eq } from 'drizzle-orm'
import { cases, refunds } from '../database/after-sale-tables'
import { orderEvents } from '../database/schema'
import { newOrderId } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { refundPayment } from './refund-payment'

const shop = setUpShop()
const { buyer, readOrder } = shop

const person = { actor: 'olga', reason: 'the course was called off' }

async function payByCard(): Promise<{ orderId: string; id: string }> {
  const orderId = newOrderId()
  const id = buyer.payCard(await buyer.start(orderId))
  await buyer.confirmCard(orderId, id)
  return { orderId, id }
}

describe('refundPayment', () => {
  it('sends a card payment back, moves the order, names the person and writes to the buyer', async () => {
    const { orderId, id } = await payByCard()
    expect(await refundPayment(shop.api.services, orderId, person)).toMatchObject({ ok: true, refundedPence: 21_500 })
    expect(shop.fakeProviders.stripe.intents.get(id)?.isRefunded).toBe(true)
    expect(await readOrder(orderId)).toMatchObject({
      state: 'refunded',
      payments: [{ state: 'refunded', refundedPence: 21_500 }],
      mails: ['order_confirmation', 'payment_refunded'],
    })
    const events = await shop.database.queries().select().from(orderEvents).where(eq(orderEvents.orderId, orderId))
    const byPerson = events.filter(({ source }) => source === 'operator')
    expect(byPerson).toMatchObject([
      { type: 'refund_requested', ...person },
      { type: 'moved', toState: 'refunded', ...person },
    ])
    expect((await buyer.readStatus(orderId)).json().data.status).toBe('refunded')
    expect((await buyer.start(orderId)).json().code).toBe('order_paid')
  })

  it('sends a wallet payment back in two parts', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId))
    await buyer.confirmWallet(id)
    const part = { ...person, amountPence: pence(5_000) }
    expect(await refundPayment(shop.api.services, orderId, part)).toMatchObject({ ok: true, refundedPence: 5_000 })
    expect(await readOrder(orderId)).toMatchObject({ state: 'paid', payments: [{ refundedPence: 5_000 }] })
    expect(await refundPayment(shop.api.services, orderId, person)).toMatchObject({ ok: true, refundedPence: 16_500 })
    expect((await readOrder(orderId)).state).toBe('refunded')
    expect(shop.fakeProviders.payPal.orders.get(id)).toMatchObject({ isRefunded: true, refundedPence: 21_500 })
  })

  it('sends money back once when the answer of the provider was lost', async () => {
    const orderId = newOrderId()
    const id = buyer.approve(await buyer.startWallet(orderId))
    await buyer.confirmWallet(id)
    shop.failNext('refund', { when: 'after', how: 'drop' })
    const unknown = await refundPayment(shop.api.services, orderId, person)
    expect(unknown).toMatchObject({ ok: false, reason: expect.stringContaining('not known') })
    expect((await readOrder(orderId)).state).toBe('paid')
    expect(await refundPayment(shop.api.services, orderId, person)).toMatchObject({ ok: true })
    expect(shop.fakeProviders.payPal.orders.get(id)).toMatchObject({ refundedPence: 21_500 })
    const rows = await shop.database.queries().select().from(refunds).where(eq(refunds.orderId, orderId))
    expect(rows).toMatchObject([{ state: 'sent', amountPence: 21_500 }])
  })

  it.each(['before', 'after'] as const)('goes on after a failure of the provider (%s its work)', async (when) => {
    const { orderId, id } = await payByCard()
    shop.failNext('refund', { when })
    const first = await refundPayment(shop.api.services, orderId, person)
    if (!first.ok) expect(await refundPayment(shop.api.services, orderId, person)).toMatchObject({ ok: true })
    expect(shop.fakeProviders.stripe.intents.get(id)).toMatchObject({ isRefunded: true, refunds: [{ amount: 21_500 }] })
    expect((await readOrder(orderId)).state).toBe('refunded')
  })

  it('sends it back once when two people ask at the same time', async () => {
    const { orderId } = await payByCard()
    await Promise.all([1, 2, 3].map(() => refundPayment(shop.api.services, orderId, person)))
    const kept = await readOrder(orderId)
    expect(kept).toMatchObject({ state: 'refunded', payments: [{ refundedPence: 21_500 }] })
    expect(kept.mails).toEqual(['order_confirmation', 'payment_refunded'])
  })

  it.each([
    ['an order that is not paid', undefined, /Nothing is paid/],
    ['more than was taken', 30_000, /21500 pence are left/],
  ])('refuses %s', async (_name, amountPence, reason) => {
    const orderId = newOrderId()
    const started = await buyer.start(orderId)
    if (amountPence) await buyer.confirmCard(orderId, buyer.payCard(started))
    const request = { ...person, ...(amountPence && { amountPence: pence(amountPence) }) }
    const result = await refundPayment(shop.api.services, orderId, request)
    expect(result).toMatchObject({ ok: false, reason: expect.stringMatching(reason) })
  })
})

describe('money sent back in the pages of the provider', () => {
  it.each(['stripe', 'paypal'] as const)('is learned of by the webhook (%s) and listed', async (provider) => {
    shop.failures.webhook = ({ type }) => ({ isDropped: !/refunded/i.test(type) })
    const orderId = newOrderId()
    if (provider === 'stripe') {
      const id = buyer.payCard(await buyer.start(orderId))
      await buyer.confirmCard(orderId, id)
      shop.fakeProviders.stripe.refund(id)
    } else {
      const id = buyer.approve(await buyer.startWallet(orderId))
      await buyer.confirmWallet(id)
      shop.fakeProviders.payPal.refund(shop.fakeProviders.payPal.orders.get(id)?.captures[0]?.id ?? '')
    }
    while ((await readOrder(orderId)).state !== 'refunded') {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const found = await shop.database.queries().select().from(cases).where(eq(cases.orderId, orderId))
    expect(found).toMatchObject([{ kind: 'refund_elsewhere', provider, amountPence: 21_500 }])
  })
})
