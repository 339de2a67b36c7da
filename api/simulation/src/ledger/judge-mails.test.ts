import { DAY, HOUR } from '../world/clock'
import type { Evidence } from './breach'
import { judgeMails } from './judge-mails'

/** An order whose £119.00 went back after two days, without a word to its buyer, who was taken out then and came back. */
function judge({ erasedSince }: { erasedSince?: number }) {
  const refund = { amountPence: 11_900, state: 'sent', origin: 'shop', at: 2 * DAY }
  const pairs = [{ orderId: 'order_1', booked: { id: 'PAYPAL1', takenPence: 11_900, refunds: [refund] } }]
  const email = 'buyer1@example.com'
  const records = { orders: [{ id: 'order_1', state: 'pending', email, erased: false }], mails: [] }
  const promises = { erasedSince: new Map(erasedSince === undefined ? [] : [[email, erasedSince]]) }
  return judgeMails({ world: { mailServer: { letters: new Map() }, promises }, records, pairs } as unknown as Evidence)
}

it('is against a refund of which nobody has written', () => {
  expect(judge({})).toMatchObject([{ invariant: 'mail', text: 'order_1: 11900 went back, and mails speak of 0' }])
})

// The message waited to be sent when its buyer was taken out, and went with them; they bought again hours later.
it('is not against one whose message was taken out with its buyer', () => {
  expect(judge({ erasedSince: 2 * DAY + HOUR })).toEqual([])
})

it('is against one of which there was time to write before', () => {
  expect(judge({ erasedSince: 3 * DAY + HOUR })).toMatchObject([{ invariant: 'mail' }])
})
