import { formatPence, fromPounds, parseDecimal, pence, toDecimal, toPounds, totalsOf, vatOf } from './money'

it('R104: amounts are shown as the locale does', () => {
  const locale = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
  const differing = []
  for (let amount = -5_000; amount <= 200_000_000; amount += amount < 10_000 ? 1 : 9_973) {
    if (formatPence(pence(amount)) !== locale.format(amount / 100)) differing.push(amount)
  }
  expect(differing).toEqual([])
})

it('R103, D-26: VAT is 20 % to the nearest pound for every subtotal up to the largest cart', () => {
  const wrong = []
  for (let subtotal = 0; subtotal <= 6388 * 5; subtotal += 1) {
    const vat = vatOf(subtotal)
    if (!Number.isInteger(vat) || !(Math.abs(vat - subtotal / 5) < 0.5)) wrong.push(subtotal)
  }
  expect(wrong).toEqual([])
})

it('R95, R102, R103: totals add price times quantity, then the VAT of the whole', () => {
  expect(totalsOf([])).toEqual({ subtotal: 0, vat: 0, total: 0 })
  const ssa = { price: 99, quantity: 1 }
  expect(totalsOf([ssa, { price: 149, quantity: 3 }])).toEqual({ subtotal: 546, vat: 109, total: 655 })
  // Rounded once, not line by line.
  expect(totalsOf([ssa, ssa, ssa]).vat).toBe(59)
})

describe('pence', () => {
  it.each([0.5, Number.NaN, 1e17, Number.POSITIVE_INFINITY])('are not %p', (amount) => {
    expect(() => pence(amount)).toThrow('not a whole number of pence')
  })

  it('R104: come from pounds to the nearest penny, whatever a float makes of it', () => {
    expect(fromPounds(118.99999999999999)).toBe(11_900)
    expect(fromPounds(1.1 + 2.2)).toBe(330)
  })

  it('go to a provider and back as a decimal, every amount as it was', () => {
    const changed = []
    for (let amount = -5_000; amount <= 200_000_000; amount += amount < 10_000 ? 1 : 9_973) {
      const decimal = toDecimal(pence(amount))
      if (!/^-?\d+\.\d\d$/.test(decimal) || parseDecimal(decimal) !== amount) changed.push(amount)
      if (fromPounds(toPounds(pence(amount))) !== amount) changed.push(amount)
    }
    expect(changed).toEqual([])
  })

  it.each([
    ['119.00', 11_900],
    [1_234.5, 123_450],
    [0.1 + 0.2, 30],
    ['-10.00', -1_000],
    [0, 0],
    [0.001, undefined],
    ['', undefined],
    [1e308, undefined],
    ['x', undefined],
  ])('are read from %p pounds as %p', (pounds, amount) => {
    expect(parseDecimal(pounds)).toBe(amount)
  })
})
