import type { Attention } from '@site/api/admin'
import { pence } from '@site/shared/money'
import { formatAttention } from './format-attention'

const only = (...orders: Attention['orders']): Attention => ({ orders, cases: [], warnings: [] })

describe('formatAttention', () => {
  it('says what each order is, whose it is and every reason', () => {
    const order = {
      orderId: 'order_1763716276001_ab12cd34',
      state: 'needs_attention',
      amountPence: pence(11_900),
      customerName: 'Ada Marsh\u001b[2J',
      customerEmail: 'ada@example.com',
      createdAt: '2026-11-21T09:11:16.000Z',
      reasons: ['paid, not confirmed: the browser sent no items', 'the message was not sent'],
    }
    expect(formatAttention(only(order))).toBe(
      [
        '1 order needs attention:',
        '  order_1763716276001_ab12cd34  needs_attention  £119.00  2026-11-21 09:11',
        '    Ada Marsh?[2J <ada@example.com>',
        '    - paid, not confirmed: the browser sent no items',
        '    - the message was not sent',
      ].join('\n'),
    )
    expect(formatAttention(only(order, order))).toContain('2 orders need attention:')
    expect(formatAttention(only())).toBe('No order needs attention')
    expect(formatAttention(only(order), true)).not.toMatch(/Ada|@example/)
  })

  it('lists charges without an order, and what is wrong with the shop as a whole', () => {
    const charge = {
      id: 7,
      summary: 'stripe took £1.00 as pi_9',
      amountPence: pence(100),
      openedAt: '2026-11-21T09:11:16Z',
    }
    const warnings = ['stripe is not asked about payments']
    expect(formatAttention({ orders: [], cases: [charge], warnings })).toBe(
      [
        'Warning: stripe is not asked about payments',
        'No order needs attention',
        '1 case without an order:',
        '  7  2026-11-21 09:11  stripe took £1.00 as pi_9',
      ].join('\n'),
    )
  })
})
