import { pence } from '@site/shared/money'
import { testPrices } from '../testing/test-api'
import { priceBasket } from './price-basket'
import { parsePriceList } from './price-list'

const prices = testPrices ?? new Map()

describe('a basket', () => {
  it('R102, R103, D-26: is priced with VAT in whole pounds', () => {
    expect(priceBasket([{ id: 1, quantity: 1, price: 99 }], pence(11_900), prices)).toEqual({
      lines: [{ courseId: 1, title: 'CITB Health & Safety Awareness', unitPence: 9_900, quantity: 1 }],
      vatPence: 2_000,
      amountPence: 11_900,
    })
  })

  it.each([11_899, 11_901, 11_880, 9_900, 119])('is not %p pence', (amountPence) => {
    expect(priceBasket([{ id: 1, quantity: 1, price: 99 }], pence(amountPence), prices)).toBeUndefined()
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
