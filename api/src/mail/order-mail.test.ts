import { pence } from '@site/shared/money'
import type { Order, OrderLine } from '../database/schema'
import { renderMail } from './order-mail'
import { addressMail } from './write-mail'

const orderId = 'order_1763716276001_ab12cd34'
const order: Order = {
  id: orderId,
  state: 'paid',
  attempt: 1,
  amountPence: pence(83_800),
  vatPence: pence(14_000),
  isPriced: true,
  customerEmail: 'ada@example.com',
  customerName: 'Ada Marsh',
  description: '',
  createdAt: new Date('2026-06-30T23:30:00Z'),
  updatedAt: new Date(),
  paidAt: new Date(),
  erasedAt: null,
}
const lines: OrderLine[] = [
  { orderId, position: 0, courseId: 8, title: 'First Aid at Work', unitPence: pence(29_900), quantity: 2 },
  { orderId, position: 1, courseId: 22, title: 'Food <Safety> & Hygiene', unitPence: pence(10_000), quantity: 1 },
]
const render = (kind: string, changes: Partial<Order> = {}, amount = 83_800, bought = lines) =>
  renderMail({ kind, amountPence: pence(amount) }, { ...order, ...changes }, bought)

describe('a message about an order', () => {
  it('D-34: confirms it with lines, VAT and total in pounds, as text and as HTML without anything to load', () => {
    const { subject, text, html } = render('order_confirmation')
    expect(subject).toBe(`Your order ${orderId} is confirmed`)
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        'Dear Ada Marsh,',
        `Order: ${orderId}`,
        'Date: 1 July 2026',
        '2 × First Aid at Work at £299.00: £598.00',
        'Food <Safety> & Hygiene: £100.00',
        'Subtotal: £698.00',
        'VAT (20%): £140.00',
        'Total paid: £838.00',
      ]),
    )
    expect(html).toContain('<td align="left">Food &lt;Safety&gt; &amp; Hygiene</td><td align="right">£100.00</td>')
    expect(html).toMatch(/Subtotal[\s\S]*<td align="left">VAT \(20%\)<\/td><td align="right">£140\.00<\/td>/)
    expect(html).toContain('<th align="left">Total paid</th><th align="right">£838.00</th>')
    expect(html).not.toMatch(/style|script|src=|href=/i)
    const typed = render('order_confirmation', { customerName: `<img src=x onerror="a">'` })
    expect(typed.html).toContain('Dear &lt;img src=x onerror=&quot;a&quot;&gt;&#39;,')
  })

  it('asks nobody to pay again for an order that a person looks at first', () => {
    const { subject, text, html } = render('payment_received', { isPriced: false, vatPence: null }, 83_800, [])
    expect(subject).toBe(`We have received your payment for order ${orderId}`)
    for (const content of [text, html]) {
      expect(content).toContain('please do not pay again')
      expect(content).toContain('£838.00')
      expect(content).not.toMatch(/confirmed|VAT|Subtotal/)
    }
  })

  it('names what was taken, sent back or not paid, and the sum of the order beside it when that is another', () => {
    expect(render('payment_received', {}, 80_000).text).toContain('Order total: £838.00\nTotal paid: £800.00\n')
    const refund = render('payment_refunded:7', {}, 10_000)
    expect(refund.subject).toBe(`A refund for order ${orderId}`)
    expect(refund.text).toContain('Order total: £838.00\nRefunded: £100.00\n')
    const refusal = render('payment_refused').text
    expect(refusal).toContain('no money was taken')
    expect(refusal).toContain('Not paid: £838.00')
    expect(refusal).not.toContain('Total paid')
    expect(() => render('constructor')).toThrow('There is no message of the kind "constructor"')
  })

  it('tells the shop what was sold, to whom, and whether it must be looked at', () => {
    const { text } = render('order_sold')
    expect(text).toContain('The buyer is Ada Marsh <ada@example.com>.')
    expect(text).toContain('2 × First Aid at Work at £299.00: £598.00')
    expect(text).toContain(`npm run site -- orders show ${orderId}`)
    expect(text).not.toContain('held')
    const held = 'It is held until you confirm, refund or cancel it.'
    expect(render('order_sold', { state: 'needs_attention' }).text).toContain(held)
    const erased = render('order_sold', { customerName: '', customerEmail: '', erasedAt: new Date() })
    expect(erased.text).toContain('An order was paid in the shop. The buyer was taken out of what is kept.\n')
  })

  it('keeps the message id and the date of the outbox, and no line break gets into its header', () => {
    const messageId = `<${orderId}.order_confirmation@shop.example>`
    const row = { messageId, recipient: 'ada@example.com', recipientName: 'Ada Marsh', createdAt: order.createdAt }
    const address = (changes: object = {}) =>
      addressMail({ ...row, ...changes }, render('order_confirmation'), 'shop@example.com')
    expect(address()).toMatchObject({
      messageId,
      date: order.createdAt,
      from: { address: 'shop@example.com' },
      to: { name: 'Ada Marsh', address: 'ada@example.com' },
    })
    for (const field of ['recipientName', 'recipient', 'messageId'])
      expect(() => address({ [field]: 'x\r\nBcc: everyone@example.com' })).toThrow('line break')
  })
})
