import { describeAddition } from './cart-notice'

const title = 'First Aid at Work'

describe('describeAddition', () => {
  it('R67: confirms the first place', () => {
    expect(describeAddition({ result: 'added', title, price: 299, line: { price: 299, quantity: 1 } })).toEqual({
      seen: 'Added.',
      spoken: 'First Aid at Work added to your cart.',
    })
  })

  it('R96: says how many places the cart holds now', () => {
    expect(describeAddition({ result: 'raised', title, price: 299, line: { price: 299, quantity: 2 } })).toEqual({
      seen: 'Added. Your cart now holds 2.',
      spoken: 'First Aid at Work added. Your cart now holds 2.',
    })
  })

  it('D-19: names the first price when it stays in force', () => {
    const { seen, spoken } = describeAddition({
      result: 'raised',
      title: 'Site Safety Plus (SSP)',
      price: 299,
      line: { price: 199, quantity: 2 },
    })
    expect(seen).toBe('Added. Your cart now holds 2 at £199.00 each, the price of the first one you added.')
    expect(spoken).toContain('Site Safety Plus (SSP) added.')
    expect(spoken).toContain('£199.00 each')
  })

  it('D-25: says that nothing was added at the limit', () => {
    expect(describeAddition({ result: 'full', title, price: 299, line: { price: 299, quantity: 5 } })).toEqual({
      seen: 'Your cart holds 5 of these, the most allowed.',
      spoken: 'First Aid at Work: not added. Your cart holds 5 of these, the most allowed.',
    })
  })
})
