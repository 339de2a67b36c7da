import { cartStore } from '@site/shared/cart'
import { resetCart } from '@site/shared/testing'
import { openCheckout, orderStore } from '../order/order-store'
import { ada, callsOf, lockedOrder, manual } from '../testing/checkout'
import { type Answer, installNetwork, installSiteConfig, noResponse, standing } from '../testing/network'
import { beginAttempt, checkAgain } from './attempt'
import type { Attempt } from './payment-method'

const lines = [manual]
const { payment } = lockedOrder

function begin(): Attempt {
  const attempt = beginAttempt(lines, ada)
  if (!attempt) throw new Error('There is a payment under way')
  return attempt
}

const stored = () => JSON.parse(localStorage.getItem('checkout_order') ?? 'null')
const serverAnswers = (...answers: Answer[]) => {
  const next = () => answers.shift() ?? noResponse
  return installNetwork({ '/api/payments/status': next, '/api/payments/abandon': next })
}

beforeAll(() => installSiteConfig())
beforeEach(() => {
  jest.useFakeTimers()
  resetCart()
  orderStore.setState(orderStore.getInitialState(), true)
})
afterEach(() => {
  jest.runOnlyPendingTimers()
  jest.useRealTimers()
})

describe('one attempt at a time', () => {
  it('D-44: only the first end counts, also when the next attempt has begun', () => {
    const first = begin()
    first.end({ kind: 'failed', message: 'The first.' })
    first.end({ kind: 'failed', message: 'The second.' })
    expect(orderStore.getState().notice?.text).toBe('The first.')
    begin()
    first.end({ kind: 'failed', message: 'The third.' })
    first.lock(payment)
    expect(orderStore.getState()).toMatchObject({ status: 'processing', order: { stage: 'open' } })
  })

  it('D-47: none begins for an order that is locked or paid', () => {
    const attempt = begin()
    attempt.lock(payment)
    attempt.end({ kind: 'unsettled', message: 'Perhaps.' })
    expect(beginAttempt(lines, ada)).toBeUndefined()
  })
})

describe('what a flow throws', () => {
  beforeEach(() => void jest.spyOn(console, 'warn').mockImplementation(() => {}))

  it('R182, D-47: leaves the order locked from then on', async () => {
    const attempt = begin()
    await attempt.run(async () => {
      attempt.lock(payment)
      throw new Error('boom')
    })
    expect(orderStore.getState().order?.stage).toBe('locked')
  })
})

describe('while the provider is processing', () => {
  function startWaiting(isLocked = true) {
    const attempt = begin()
    if (isLocked) attempt.lock(payment)
    attempt.end({ kind: 'processing' })
  }

  it.each([true, false])('R147, D-39: asks until it is decided, where the payment is known: %p', async (isLocked) => {
    const calls = serverAnswers(standing('processing'), noResponse, standing('paid'))
    cartStore().setState({ items: lines })
    startWaiting(isLocked)
    expect(orderStore.getState()).toMatchObject({ status: 'processing', notice: { tone: 'info' } })
    expect(stored()).toMatchObject({ stage: 'locked' })
    await jest.advanceTimersByTimeAsync(6_000)
    await jest.advanceTimersByTimeAsync(9_000)
    expect(orderStore.getState().status).toBe('processing')
    await jest.advanceTimersByTimeAsync(14_000)
    expect(orderStore.getState().status).toBe('success')
    expect(callsOf(calls)).toEqual(['status', 'status', 'status'])
    await jest.advanceTimersByTimeAsync(60_000)
    expect(calls).toHaveLength(3)
    expect(cartStore().getState().items).toEqual([])
  })

  it('D-39: asks every 30 seconds at most', async () => {
    const calls = serverAnswers(...Array.from({ length: 40 }, () => standing('processing')))
    startWaiting()
    await jest.advanceTimersByTimeAsync(300_000)
    expect(calls.length).toBeGreaterThan(8)
    expect(calls.length).toBeLessThan(14)
  })
})

describe('asking again', () => {
  function lock(isTaken = false) {
    const attempt = begin()
    attempt.lock({ ...payment, isTaken })
    attempt.end({ kind: 'unsettled', message: 'Perhaps.' })
  }

  it('D-47: asks once at a time', async () => {
    const calls = serverAnswers(noResponse, standing('paid'))
    lock()
    await Promise.all([checkAgain(), checkAgain()])
    expect(callsOf(calls)).toEqual(['status'])
    expect(orderStore.getState().status).toBe('error')
    await checkAgain()
    expect(orderStore.getState().status).toBe('success')
    await checkAgain()
    expect(calls).toHaveLength(2)
  })

  it('D-47: has nothing to ask of an order that is open', async () => {
    const calls = serverAnswers()
    await checkAgain()
    begin().end({ kind: 'failed', message: 'No.' })
    await checkAgain()
    expect(calls).toEqual([])
  })
})

it('D-32: what a payment came to while the visitor was elsewhere waits for the return', () => {
  begin().end({ kind: 'failed', message: 'No.' })
  openCheckout()
  expect(orderStore.getState().notice?.text).toBe('No.')
})

it('R182: an empty reason gets the generic words', () => {
  begin().end({ kind: 'failed', message: '' })
  expect(orderStore.getState().notice?.text).toBe('Payment failed. Please try again.')
})
