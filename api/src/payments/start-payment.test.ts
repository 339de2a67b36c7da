import { priceOrder } from './start-payment'

const order = { id: 'order_1', customerEmail: 'ada@example.com', customerName: 'Ada', description: '' }
const shop = { pricing: () => undefined, allowsAmountOnly: true }

describe('an amount without items', () => {
  it.each([
    [119, 11_900],
    ['119.00', 11_900],
    [0.1 + 0.2, 30],
  ])('of %p pounds is charged as %p pence', (amount, amountPence) => {
    expect(priceOrder(shop, { ...order, amount })).toEqual({ ok: true, order: { ...order, amountPence } })
  })

  it.each([0, '0.00', -1, 0.001, 'x', ''])('of %p pounds is refused', (amount) => {
    expect(priceOrder(shop, { ...order, amount })).toMatchObject({ ok: false, refusal: { code: 'price_changed' } })
  })
})
