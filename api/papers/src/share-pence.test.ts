import { pence } from '@site/shared/money'
import { sharePence } from './share-pence'

describe('sharing an amount out', () => {
  it.each([
    [14_000, [59_800, 10_000], [11_994, 2_006]],
    [100, [1, 1, 1], [34, 33, 33]],
    [2, [1, 1, 1], [1, 1, 0]],
    [0, [5, 5], [0, 0]],
    [7, [0, 0], [7, 0]],
    [7, [0, 3], [0, 7]],
  ])('R206: %p by %j is %j', (amount, weights, shares) => {
    expect(sharePence(pence(amount), weights)).toEqual(shares)
  })
})
