import { type Answer, lockedOrder, noResponse, notPaid, refused } from '../testing/attempt'
import { installNetwork } from '../testing/network'
import { installSiteConfig } from '../testing/site-config'
import { settleOrder } from './settle-order'

const card = lockedOrder({ method: 'card', providerId: 'pi_1', isTaken: false })
const wallet = lockedOrder({ method: 'paypal', providerId: 'PP-1', isTaken: false })

const answerWith = (answer: Answer) =>
  installNetwork({ '/api/payments/confirm-stripe-payment': answer, '/api/payments/paypal-capture': answer })

beforeAll(() => installSiteConfig())

it.each<[string, Answer, string]>([
  ['a success', {}, 'paid'],
  ['a payment in progress', refused(409, 'Wait.', 'payment_processing'), 'processing'],
  ['certainty that nothing was paid', notPaid, 'failed'],
  ['a failure', refused(503, 'Ask again.', 'provider_unavailable'), 'unsettled'],
  ['a success with another status', refused(302), 'unsettled'],
  ['no response', noResponse, 'unsettled'],
  ['a payment the provider is sure not to know', refused(404, 'x', 'payment_not_found'), 'failed'],
  ['a payment that was sent back', refused(409, 'x', 'payment_returned'), 'failed'],
  ['another payment of the order', refused(409, 'x', 'order_paid'), 'paid'],
  ['an address nobody serves', refused(404), 'unsettled'],
])('D-47: on %s the two methods come to the same', async (_case, answer, kind) => {
  answerWith(answer)
  expect((await settleOrder(card)).kind).toBe(kind)
  expect((await settleOrder(wallet)).kind).toBe(kind)
})

it('D-46: takes any 2xx for a success and ignores the body', async () => {
  answerWith({ status: 202, body: 'thanks' })
  expect(await settleOrder(card)).toEqual({ kind: 'paid' })
  expect(await settleOrder(wallet)).toEqual({ kind: 'paid' })
})

it('D-47: asks by the ids that were kept', async () => {
  const calls = answerWith({})
  await settleOrder(card)
  await settleOrder(wallet)
  expect(calls.map(({ body }) => body)).toEqual([
    { paymentIntentId: 'pi_1', orderId: card.id },
    expect.objectContaining({ paypalOrderId: 'PP-1', orderId: 'PP-1' }),
  ])
})
