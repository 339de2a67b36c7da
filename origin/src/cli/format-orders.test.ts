import { formatOrders } from './format-orders'

describe('formatOrders', () => {
  it('says what each order is, whose it is and every reason', () => {
    const order = {
      orderId: 'order_1763716276001_ab12cd34',
      state: 'needs_attention',
      amountPence: 11_900,
      customerName: 'Ada Marsh\u001b[2J',
      customerEmail: 'ada@example.com',
      createdAt: '2026-11-21T09:11:16.000Z',
      reasons: ['paid, not confirmed: the browser sent no items', 'the message was not sent'],
    }
    expect(formatOrders([order])).toBe(
      [
        '1 order needs attention:',
        '  order_1763716276001_ab12cd34  needs_attention  £119.00  2026-11-21 09:11',
        '    Ada Marsh?[2J <ada@example.com>',
        '    - paid, not confirmed: the browser sent no items',
        '    - the message was not sent',
      ].join('\n'),
    )
    expect(formatOrders([order, order])).toContain('2 orders need attention:')
    expect(formatOrders([])).toBe('No order needs attention')
  })
})
