import { runOperation } from '../admin/operations'
import { correctEmail } from '../admin/order-actions'
import { listOrders } from '../orders/order-views'
import { ada, eve, unlimited, type Visitor } from '../testing/account-visitor'
import { createAfterSale, part, untilEqual } from '../testing/after-sale'
import { cards, newOrderId } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'

const shop = setUpShop({ config: unlimited })
const { buyer, change, visitors } = shop
const sale = createAfterSale(shop)
const QUARTER_OF_AN_HOUR = 15 * 60_000

const refundPart = (orderId: string) => sale.refund(orderId, part)
const list = async (visitor: Visitor) => (await visitor.call('orders')).json().orders
const show = async (visitor: Visitor, orderId: string) => (await visitor.call('order', { orderId })).json()
const idsOf = (orders: { orderId: string }[]) => orders.map(({ orderId }) => orderId)
const listed = async (visitor: Visitor) => idsOf(await list(visitor))

describe('R195: orders', () => {
  it('of a guest join the account when its address is confirmed, and later ones too', async () => {
    const before = await buyer.buy({ customerEmail: 'ADA@Example.com' })
    // An address kept with a last dot was in no account.
    const dotted = await buyer.buy({ confirmRepeat: true })
    await change(`update orders set customer_email = 'ada@example.com.' where id = '${dotted}'`)
    const visitor = await visitors.signedIn()
    expect(await listed(visitor)).toEqual([])
    expect((await visitor.call('order', { orderId: before })).statusCode).toBe(404)
    const reply = await visitors.follow(visitor, 'account_confirm')
    expect(reply.json()).toMatchObject({ outcome: 'confirmed', user: { email: ada.email } })
    expect((await visitor.call('read')).json().isEmailConfirmed).toBe(true)
    const after = await buyer.buy()
    expect(await listed(visitor)).toEqual([after, dotted, before])
  })

  it('say what was bought, paid and sent back', async () => {
    const visitor = await visitors.confirmed()
    const orderId = await buyer.buy()
    const common = { orderId, state: 'paid', placedAt: expect.any(String), total: 215 }
    const { orders, hasMore } = (await visitor.call('orders')).json()
    expect(orders).toEqual([{ ...common, refunded: 0, titles: ['Manual Handling'], places: 1 }])
    expect(hasMore).toBe(false)
    await change(`insert into refunds (order_id, payment_id, amount_pence, idempotency_key, state, finished_at)
      select order_id, id, 1550, 'key', 'sent', now() from payments where order_id = '${orderId}'`)
    await change(`update payments set refunded_pence = 1550`)
    expect(await show(visitor, orderId)).toEqual({
      ...common,
      refunded: 15.5,
      paidAt: expect.any(String),
      paidBy: 'card',
      vat: 36,
      lines: [{ courseId: 14, title: 'Manual Handling', price: 179, quantity: 1 }],
      refunds: [{ amount: 15.5, state: 'sent', at: expect.any(String) }],
      papers: [{ kind: 'receipt', number: 'R-000001', issuedAt: expect.any(String), total: 215 }],
      booking: expect.any(String),
    })
  })

  it('R201: name the payment that counted, not one that was begun or returned, and count its refunds alone', async () => {
    const visitor = await visitors.confirmed()
    const begun = newOrderId()
    await buyer.start(begun)
    await buyer.confirmWallet(buyer.approve(await buyer.startWallet(begun)))
    expect(await show(visitor, begun)).toMatchObject({ state: 'paid', paidBy: 'paypal' })
    const { orderId } = await sale.payTwice()
    await shop.sweepAt(QUARTER_OF_AN_HOUR)
    expect(await sale.refundsOf(orderId)).toMatchObject([{ origin: 'return', state: 'sent' }])
    expect(await list(visitor)).toMatchObject([{ orderId, state: 'paid', refunded: 0 }, { orderId: begun }])
    expect(await show(visitor, orderId)).toMatchObject({ state: 'paid', paidBy: 'card', refunded: 0, refunds: [] })
    await refundPart(orderId)
    expect(await show(visitor, orderId)).toMatchObject({ refunded: 50, refunds: [{ amount: 50, state: 'sent' }] })
  })

  it('R201: show what was sent back of an order that was never paid', async () => {
    const visitor = await visitors.confirmed()
    const { orderId } = await sale.payGivenUp()
    await shop.sweepAt(QUARTER_OF_AN_HOUR)
    expect(await list(visitor)).toMatchObject([{ orderId, state: 'cancelled', refunded: 215 }])
    const refunds = [{ amount: 215, state: 'sent' }]
    expect(await show(visitor, orderId)).toMatchObject({ refunded: 215, paidBy: null, refunds })
  })

  it('R201: show a failed refund only where its buyer was told of it before', async () => {
    const visitor = await visitors.confirmed()
    const { orderId, id } = await sale.pay('stripe')
    const shown = () => show(visitor, orderId)
    shop.failNext('refund', { when: 'before', how: 'refused' })
    expect((await refundPart(orderId)).ok).toBe(false)
    expect(await shown()).toMatchObject({ refunded: 0, refunds: [] })
    shop.heal()
    expect((await refundPart(orderId)).ok).toBe(true)
    expect(await shown()).toMatchObject({ refunded: 50, refunds: [{ amount: 50, state: 'sent' }] })
    shop.failures.webhook = () => ({ delayMs: 0 })
    sale.settleRefund('stripe', id, false)
    await untilEqual(async () => (await shown()).refunds[0].state, 'failed')
    expect(await shown()).toMatchObject({ refunded: 0, refunds: [{ amount: 50, state: 'failed' }] })
  })

  it('R203: have their papers as PDFs, for the account that has the order and nobody else', async () => {
    const visitor = await visitors.confirmed()
    const orderId = await buyer.buy()
    const [{ number }] = (await show(visitor, orderId)).papers
    const reply = await visitor.call('paper', { number })
    expect(reply.json().fileName).toBe(`${number}.pdf`)
    expect(Buffer.from(reply.json().content, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    const other = await visitors.confirmed(eve)
    const [others, none] = [await other.call('paper', { number }), await other.call('paper', { number: 'R-000999' })]
    expect([others.statusCode, others.body]).toEqual([404, none.body])
    expect((await visitors.stranger().call('paper', { number })).statusCode).toBe(401)
  })

  it('come in pages, the latest first, also where two were made within a millisecond', async () => {
    const visitor = await visitors.confirmed()
    const id = (index: number) => `order_1763716276${String(index).padStart(3, '0')}_ab12cd34`
    await change(`insert into orders (id, state, attempt, amount_pence, is_priced, customer_email, customer_name, description, created_at)
      select 'order_1763716276' || lpad(n::text, 3, '0') || '_ab12cd34', 'cancelled', 1, 100, false, '${ada.email}', 'Ada', '',
        timestamptz '2026-01-01' + make_interval(secs => n / 2 * 0.0003) from generate_series(1, 45) n`)
    const pages: string[][] = []
    for (let before: string | undefined; ; before = pages.at(-1)?.at(-1)) {
      const page = (await visitor.call('orders', before ? { before } : {})).json()
      pages.push(idsOf(page.orders))
      if (!page.hasMore) break
    }
    const all = Array.from({ length: 45 }, (_, index) => id(45 - index))
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 5])
    expect(pages.flat()).toEqual(all)
    const ofShop = await listOrders(shop.queries(), { before: all[0], limit: 50 })
    expect(idsOf(ofShop)).toEqual(all.slice(1))
  })

  it("of another person are not there: another's order is as one that never was", async () => {
    const orderId = await buyer.buy({ customerEmail: eve.email })
    await visitors.confirmed(eve)
    const visitor = await visitors.confirmed()
    const others = await visitor.call('order', { orderId })
    const none = await visitor.call('order', { orderId: newOrderId() })
    expect([others.statusCode, others.body]).toEqual([404, none.body])
    expect(await listed(visitor)).toEqual([])
    expect((await visitor.call('orders', { before: orderId })).json().orders).toEqual([])
  })

  it('stay with the account that has them when another gets the address', async () => {
    const orderId = await buyer.buy()
    const visitor = await visitors.confirmed()
    await visitors.moveTo(visitor, 'ada@work.example')
    const later = await visitors.confirmed()
    expect(await listed(visitor)).toEqual([orderId])
    expect(await listed(later)).toEqual([])
    expect((await later.call('order', { orderId })).statusCode).toBe(404)
  })

  // Dates and receipts still went to the mailbox that the account had left.
  it('R197: have the address of their account, and so have their messages', async () => {
    const orderId = await buyer.buy()
    const visitor = await visitors.confirmed()
    await visitors.moveTo(visitor, 'ada@work.example')
    const by = { actor: 'Mo', reason: 'agreed by phone' }
    const where = { when: `12 January ${new Date().getFullYear() + 1}, 9am to 5pm`, place: 'Leeds', instructions: '' }
    await runOperation(shop.api.services, { do: 'confirm-booking', orderId, ...where, ...by })
    await runOperation(shop.api.services, { do: 'resend-mail', orderId, ...by })
    const mails = await change(
      `select distinct recipient from outbox where order_id is not null and kind <> 'order_sold'`,
    )
    expect(mails).toEqual([{ recipient: 'ada@work.example' }])
    expect(await listOrders(shop.queries(), { text: 'ada@work', limit: 1 })).toMatchObject([{ orderId }])
  })

  // An erasure took another person's order: its buyer had given another address while it was unpaid.
  it('R195: go to the account of the address that their buyer changed to', async () => {
    const [visitor, owner] = [await visitors.confirmed(), await visitors.confirmed(eve)]
    const orderId = newOrderId()
    buyer.payCard(await buyer.start(orderId), cards.declined)
    expect(await listed(visitor)).toEqual([orderId])
    await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId, { customerEmail: eve.email })))
    expect([await listed(visitor), await listed(owner)]).toEqual([[], [orderId]])
  })

  // A corrected order stayed with a stranger whose account had changed its address.
  it('R211: go from any account to the one of the corrected address', async () => {
    const orderId = await buyer.buy()
    const [visitor, owner] = [await visitors.confirmed(), await visitors.confirmed(eve)]
    await visitors.moveTo(visitor, 'ada@work.example')
    await correctEmail(shop.api.services, orderId, eve.email, { actor: 'Mo', reason: 'mistyped' })
    expect([await listed(visitor), await listed(owner)]).toEqual([[], [orderId]])
  })
})
