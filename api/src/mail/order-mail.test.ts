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

const about = (kind: string, amount = 83_800) => ({ kind, amountPence: pence(amount) })

describe('renderMail', () => {
  it('D-34: confirms an order with its lines, VAT and total in pounds, in text', () => {
    const { subject, text } = renderMail(about('order_confirmation'), order, lines)
    expect(subject).toBe(`Your order ${orderId} is confirmed`)
    for (const line of [
      'Dear Ada Marsh,',
      `Order: ${orderId}`,
      'Date: 1 July 2026',
      '2 × First Aid at Work at £299.00: £598.00',
      'Food <Safety> & Hygiene: £100.00',
      'Subtotal: £698.00',
      'VAT (20%): £140.00',
      'Total paid: £838.00',
    ]) {
      expect(text.split('\n')).toContain(line)
    }
  })

  it('D-34: says the same in HTML without a style, a script or anything to load', () => {
    const { html } = renderMail(about('order_confirmation'), order, lines)
    expect(html).toContain('<td align="left">Food &lt;Safety&gt; &amp; Hygiene</td><td align="right">£100.00</td>')
    expect(html).toContain('<td align="left">VAT (20%)</td><td align="right">£140.00</td>')
    expect(html).toContain('<th align="left">Total paid</th><th align="right">£838.00</th>')
    expect(html.indexOf('Subtotal')).toBeLessThan(html.indexOf('VAT (20%)'))
    expect(html).not.toMatch(/style|script|src=|href=/i)
  })

  it('escapes what the buyer typed', () => {
    const { html } = renderMail(
      about('order_confirmation'),
      { ...order, customerName: `<img src=x onerror="a">'` },
      lines,
    )
    expect(html).toContain('Dear &lt;img src=x onerror=&quot;a&quot;&gt;&#39;,')
  })

  it('asks nobody to pay again for an order that a person looks at first', () => {
    const { subject, text, html } = renderMail(
      about('payment_received'),
      { ...order, isPriced: false, vatPence: null },
      [],
    )
    expect(subject).toBe(`We have received your payment for order ${orderId}`)
    for (const content of [text, html]) {
      expect(content).toContain('please do not pay again')
      expect(content).toContain('£838.00')
      expect(content).not.toMatch(/confirmed|VAT|Subtotal/)
    }
  })

  it('names what was taken, and the sum of the order beside it when that is another', () => {
    // The message called the order's sum "Total paid", whatever was taken.
    const { text } = renderMail(about('payment_received', 80_000), order, lines)
    expect(text).toContain('Order total: £838.00\nTotal paid: £800.00\n')
  })

  it('names what was sent back, and what was not paid after all', () => {
    const refund = renderMail(about('payment_refunded:7', 10_000), order, lines)
    expect(refund.subject).toBe(`A refund for order ${orderId}`)
    expect(refund.text).toContain('Order total: £838.00\nRefunded: £100.00\n')
    const refusal = renderMail(about('payment_refused'), order, lines)
    expect(refusal.text).toContain('no money was taken')
    expect(refusal.text).toContain('Not paid: £838.00')
    expect(refusal.text).not.toContain('Total paid')
  })

  it('tells the shop what was sold, to whom, and whether it must be looked at', () => {
    const sold = renderMail(about('order_sold'), order, lines)
    expect(sold.text).toContain('The buyer is Ada Marsh <ada@example.com>.')
    expect(sold.text).toContain('2 × First Aid at Work at £299.00: £598.00')
    expect(sold.text).toContain(`npm run site -- orders show ${orderId}`)
    expect(sold.text).not.toContain('held')
    const held = renderMail(about('order_sold'), { ...order, state: 'needs_attention' }, lines)
    expect(held.text).toContain('It is held until you confirm, refund or cancel it.')
  })

  it('names nobody to the shop where the buyer was taken out', () => {
    const erased = { ...order, customerName: '', customerEmail: '', erasedAt: new Date() }
    const { text } = renderMail(about('order_sold'), erased, lines)
    expect(text).toContain('An order was paid in the shop. The buyer was taken out of what is kept.\n')
  })

  it('knows its kinds of message', () => {
    expect(() => renderMail(about('constructor'), order, lines)).toThrow(
      'There is no message of the kind "constructor"',
    )
  })
})

describe('addressMail', () => {
  const content = renderMail(about('order_confirmation'), order, lines)
  const row = {
    messageId: `<${orderId}.order_confirmation@shop.example>`,
    recipient: 'ada@example.com',
    recipientName: 'Ada Marsh',
    createdAt: order.createdAt,
  }

  it('keeps the message id and the date of the outbox', () => {
    const message = addressMail(row, content, 'shop@example.com')
    expect(message).toMatchObject({
      messageId: row.messageId,
      date: order.createdAt,
      from: { address: 'shop@example.com' },
      to: { name: 'Ada Marsh', address: 'ada@example.com' },
    })
  })

  it.each([
    ['a name', { recipientName: 'Ada\r\nBcc: everyone@example.com' }],
    ['an address', { recipient: 'ada@example.com\nBcc: everyone@example.com' }],
    ['a message id', { messageId: '<x>\r\nX: y' }],
  ])('refuses a line break in %s', (_name, bad) => {
    expect(() => addressMail({ ...row, ...bad }, content, 'shop@example.com')).toThrow('line break')
  })
})
