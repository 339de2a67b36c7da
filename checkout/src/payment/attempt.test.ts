import { cartStore } from '@site/shared/cart'
import { resetCart } from '@site/shared/testing'
import { openCheckout, orderStore } from '../order/order-store'
import { ada, callsOf, lockedOrder, manual } from '../testing/checkout'
import { type Answer, installNetwork, installSiteConfig, noResponse, standing } from '../testing/network'
import { beginAttempt, checkAgain } from './attempt'
import type { Attempt, PaymentOutcome } from './payment-method'

const { payment } = lockedOrder

function begin(): Attempt {
  const attempt = beginAttempt([manual], ada)
  if (!attempt) throw new Error('There is a payment under way')
  return attempt
}

function lockAndEnd(outcome: PaymentOutcome) {
  const attempt = begin()
  attempt.lock(payment)
  attempt.end(outcome)
}

const serverAnswers = (...answers: Answer[]) =>
  installNetwork({ '/api/payments/status': () => answers.shift() ?? noResponse })

beforeAll(() => installSiteConfig())
beforeEach(() => {
  jest.useFakeTimers()
  resetCart()
  orderStore.setState(orderStore.getInitialState(), true)
})

it('D-44: only the first end of an attempt counts, also when the next one has begun', () => {
  const first = begin()
  first.end({ kind: 'failed', message: 'The first.' })
  first.end({ kind: 'failed', message: 'The second.' })
  expect(orderStore.getState().notice?.text).toBe('The first.')
  begin()
  first.end({ kind: 'failed', message: 'The third.' })
  first.lock(payment)
  expect(orderStore.getState()).toMatchObject({ status: 'processing', order: { stage: 'open' } })
})

it('R182, D-47: an order that money may be moving for stays locked, whatever its flow throws', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {})
  const attempt = begin()
  await attempt.run(async () => {
    attempt.lock(payment)
    throw new Error('boom')
  })
  expect(orderStore.getState().order?.stage).toBe('locked')
})

it.each([
  { ends: lockAndEnd, isKnown: true },
  { ends: (outcome: PaymentOutcome) => begin().end(outcome), isKnown: false },
])('R147, D-39: asks until the provider has decided, where the payment is known: $isKnown', async ({ ends }) => {
  const calls = serverAnswers(standing('processing'), noResponse, standing('paid'))
  cartStore().setState({ items: [manual] })
  ends({ kind: 'processing' })
  expect(orderStore.getState()).toMatchObject({ status: 'processing', notice: { tone: 'info' } })
  expect(localStorage.getItem('checkout_order')).toContain('"stage":"locked"')
  await jest.advanceTimersByTimeAsync(6_000)
  await jest.advanceTimersByTimeAsync(9_000)
  expect(orderStore.getState().status).toBe('processing')
  await jest.advanceTimersByTimeAsync(14_000)
  expect(orderStore.getState().status).toBe('success')
  await jest.advanceTimersByTimeAsync(60_000)
  expect(callsOf(calls)).toEqual(['status', 'status', 'status'])
  expect(cartStore().getState().items).toEqual([])
})

it('D-39: asks every 30 seconds at most', async () => {
  const calls = serverAnswers(...Array.from({ length: 40 }, () => standing('processing')))
  lockAndEnd({ kind: 'processing' })
  await jest.advanceTimersByTimeAsync(300_000)
  expect(calls.length).toBeGreaterThan(8)
  expect(calls.length).toBeLessThan(14)
})

it('D-47: asks once at a time', async () => {
  const calls = serverAnswers(noResponse)
  lockAndEnd({ kind: 'unsettled', message: 'Perhaps.' })
  await Promise.all([checkAgain(), checkAgain()])
  expect(callsOf(calls)).toEqual(['status'])
})

it('D-32: what a payment came to while the visitor was elsewhere waits for the return', () => {
  begin().end({ kind: 'failed', message: 'No.' })
  openCheckout()
  expect(orderStore.getState().notice?.text).toBe('No.')
})
