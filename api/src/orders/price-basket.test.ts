import { testPrices } from '../testing/test-api'
import { parsePence, priceBasket } from './price-basket'
import { parsePriceList } from './price-list'

const prices = testPrices ?? new Map()

describe('a basket', () => {
  it('R102, R103, D-26: is priced with VAT in whole pounds', () => {
    expect(priceBasket([{ id: 1, quantity: 1, price: 99 }], 11_900, prices)).toEqual({
      lines: [{ courseId: 1, title: 'CITB Health & Safety Awareness', unitPence: 9_900, quantity: 1 }],
      vatPence: 2_000,
      amountPence: 11_900,
    })
  })

  it.each([11_899, 11_901, 11_880, 9_900, 119])('is not %p pence', (amountPence) => {
    expect(priceBasket([{ id: 1, quantity: 1, price: 99 }], amountPence, prices)).toBeUndefined()
  })
})

describe('an amount', () => {
  it.each([
    [119, 11_900],
    ['119.00', 11_900],
    [0.3, 30],
    [1_234.5, 123_450],
    [0.1 + 0.2, 30],
    [0, undefined],
    [-1, undefined],
    [0.001, undefined],
    [Number.NaN, undefined],
    [1e308, undefined],
    ['x', undefined],
  ])('of %p pounds is %p pence', (pounds, pence) => {
    expect(parsePence(pounds)).toBe(pence)
  })
})

describe('a price list', () => {
  it.each([
    undefined,
    null,
    {},
    { courses: {} },
    { courses: [{ id: 1 }] },
    { courses: [{ id: 1, title: 'A', prices: [] }] },
  ])('is not read from %j', (catalog) => {
    expect(parsePriceList(catalog)).toBeUndefined()
  })
})
