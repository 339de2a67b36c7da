import { fromPounds, pence, totalsOf } from '@site/shared/money'
import { vatWithin } from './vat-within'

describe('the VAT in an amount without a basket', () => {
  it('R206, R103: is that of the shop’s own rule for every total that the rule can give', () => {
    for (let price = 1; price <= 2_000; price += 1) {
      const { vat, total } = totalsOf([{ price, quantity: 1 }])
      expect(vatWithin(fromPounds(total))).toBe(fromPounds(vat))
    }
  })

  it.each([
    [12_001, 2_000],
    [1, 0],
    [11_950, 1_992],
  ])('R206: is the VAT fraction of %p, to the penny', (total, vat) => {
    expect(vatWithin(pence(total))).toBe(vat)
  })
})
