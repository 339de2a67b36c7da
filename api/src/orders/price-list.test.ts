import { pence } from '@site/shared/money'
import { testPrices } from '../testing/test-api'
import { parsePriceList, priceBasket } from './price-list'

const price = (amountPence: number) =>
  priceBasket([{ id: 1, quantity: 1, price: 99 }], pence(amountPence), testPrices ?? new Map())

it('R102, R103, D-26: a basket is priced with VAT in whole pounds, and is not another sum', () => {
  const lines = [{ courseId: 1, title: 'CITB Health & Safety Awareness', unitPence: 9_900, quantity: 1 }]
  expect(price(11_900)).toEqual({ lines, vatPence: 2_000, amountPence: 11_900 })
  for (const other of [11_899, 11_901, 11_880, 9_900, 119]) expect(price(other)).toBeUndefined()
})

it('a price list is not read from something else', () => {
  const broken = [{ id: 1 }, { id: 1, title: 'A', prices: [] }].map((course) => ({ courses: [course] }))
  for (const catalog of [undefined, null, {}, { courses: {} }, ...broken])
    expect(parsePriceList(catalog)).toBeUndefined()
})
