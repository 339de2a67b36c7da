import { trueNow } from '../world/clock'
import { createPromises } from './promises'

it('holds a page to what it said last: paid, until somebody ends the order', () => {
  const promises = createPromises()
  expect(promises.isSaidToBePaid('order_1')).toBe(false)
  promises.give('order_1', 'paid', 'status said paid')
  promises.give('order_1', 'mailed', 'status said that a mail is sent')
  promises.withdraw('order_1', ['nothing', 'ended'])
  expect(promises.isSaidToBePaid('order_1')).toBe(true)
  expect(promises.isSaidToBePaid('order_2')).toBe(false)
  promises.give('order_1', 'ended', 'the owner cancelled it')
  expect(promises.isSaidToBePaid('order_1')).toBe(false)
})

it('does not mean what the buyer began while the question was on its way', () => {
  const promises = createPromises()
  const askedAt = trueNow() - 1
  promises.withdraw('order_1', ['nothing'])
  promises.give('order_1', 'nothing', 'status said unpaid', { askedAt })
  expect(promises.given).toEqual([])
  promises.give('order_1', 'nothing', 'status said unpaid')
  expect(promises.given).toHaveLength(1)
})
