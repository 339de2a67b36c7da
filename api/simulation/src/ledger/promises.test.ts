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
