import { cartStore } from '@site/shared/cart'
import { resetCart } from '@site/shared/testing'
import { type Answer, noResponse, notPaid, openOrder, refused } from '../testing/attempt'
import { installNetwork } from '../testing/network'
import { installSiteConfig } from '../testing/site-config'
import { type Attempt, beginAttempt, checkAgain, runAttempt } from './attempt'
import type { Evidence } from './order'
import { openCheckout, orderStore, refuse } from './order-store'

const { lines, customer } = openOrder
const evidence: Evidence = { method: 'card', paymentIntentId: 'pi_1', isTaken: false }
const pending = refused(409, 'Wait.', 'payment_processing')

function begin(): Attempt {
  const attempt = beginAttempt(lines, customer)
  if (!attempt) throw new Error('There is a payment under way')
  return attempt
}

const stored = () => JSON.parse(sessionStorage.getItem('checkout_order') ?? 'null')
const serverAnswers = (...answers: Answer[]) =>
  installNetwork({ '/api/payments/confirm-stripe-payment': () => answers.shift() ?? noResponse })

beforeAll(() => installSiteConfig())
beforeEach(() => {
  jest.useFakeTimers()
  resetCart()
  sessionStorage.clear()
  orderStore.setState(orderStore.getInitialState(), true)
})
afterEach(() => {
  jest.runOnlyPendingTimers()
  jest.useRealTimers()
})

describe('one attempt at a time', () => {
  it('R130, R141: no second one begins while the first is under way', () => {
    expect(orderStore.getState().status).toBe('idle')
    const first = begin()
    expect(orderStore.getState().status).toBe('processing')
    expect(beginAttempt(lines, customer)).toBeUndefined()
    first.end({ kind: 'failed', message: 'No.' })
    expect(orderStore.getState().status).toBe('error')
    expect(beginAttempt(lines, customer)).toBeDefined()
  })

  it('D-44: only the first end counts, also when the next attempt has begun', () => {
    const first = begin()
    first.end({ kind: 'failed', message: 'The first.' })
    first.end({ kind: 'failed', message: 'The second.' })
    expect(orderStore.getState().notice?.text).toBe('The first.')
    begin()
    first.end({ kind: 'failed', message: 'The third.' })
    first.lock(evidence)
    expect(orderStore.getState()).toMatchObject({ status: 'processing', order: { stage: 'open' } })
  })

  it('D-47: none begins for an order that is locked or paid', () => {
    const attempt = begin()
    attempt.lock(evidence)
    attempt.end({ kind: 'unsettled', message: 'Perhaps.' })
    expect(beginAttempt(lines, customer)).toBeUndefined()
  })
})

describe('the order in the tab’s storage', () => {
  it('D-33, D-47: is kept from the first moment and locked before money may move', () => {
    const attempt = begin()
    expect(stored()).toMatchObject({ id: attempt.order.id, stage: 'open' })
    attempt.lock(evidence)
    expect(stored()).toMatchObject({ id: attempt.order.id, stage: 'locked', evidence })
    attempt.end({ kind: 'failed', message: 'No.' })
    expect(stored()).toMatchObject({ id: attempt.order.id, stage: 'open' })
    expect(stored()).not.toHaveProperty('evidence')
  })

  it('R131: is complete after success', () => {
    begin().end({ kind: 'paid' })
    expect(stored()).toMatchObject({ stage: 'complete' })
    expect(orderStore.getState().status).toBe('success')
  })
})

describe('what a flow throws', () => {
  beforeEach(() => void jest.spyOn(console, 'warn').mockImplementation(() => {}))

  it('R182: is a failure as long as no money can have moved', async () => {
    await runAttempt(begin(), () => Promise.reject(new Error('boom')))
    expect(orderStore.getState()).toMatchObject({
      status: 'error',
      notice: { text: 'Payment failed. Please try again.' },
      order: { stage: 'open' },
    })
  })

  it('R182, D-47: leaves the order locked from then on', async () => {
    const attempt = begin()
    await runAttempt(attempt, async () => {
      attempt.lock(evidence)
      throw new Error('boom')
    })
    expect(orderStore.getState().order?.stage).toBe('locked')
  })
})

describe('while the provider is processing', () => {
  function startWaiting() {
    const attempt = begin()
    attempt.lock(evidence)
    attempt.end({ kind: 'processing' })
  }

  it('R147, D-39: stays processing and asks until it is decided', async () => {
    const calls = serverAnswers(pending, noResponse, {})
    cartStore().setState({ items: lines })
    startWaiting()
    expect(orderStore.getState()).toMatchObject({ status: 'processing', notice: { tone: 'info' } })
    await jest.advanceTimersByTimeAsync(4_000)
    await jest.advanceTimersByTimeAsync(6_000)
    expect(orderStore.getState().status).toBe('processing')
    await jest.advanceTimersByTimeAsync(9_000)
    expect(orderStore.getState().status).toBe('success')
    expect(calls).toHaveLength(3)
    await jest.advanceTimersByTimeAsync(60_000)
    expect(calls).toHaveLength(3)
    expect(cartStore().getState().items).toEqual([])
  })

  it('D-39: opens the order again when the provider declines', async () => {
    serverAnswers(notPaid)
    startWaiting()
    await jest.advanceTimersByTimeAsync(4_000)
    expect(orderStore.getState()).toMatchObject({ status: 'error', order: { stage: 'open' } })
  })

  it('D-39: asks every 30 seconds at most', async () => {
    const calls = serverAnswers(...Array.from({ length: 40 }, () => pending))
    startWaiting()
    await jest.advanceTimersByTimeAsync(300_000)
    expect(calls.length).toBeGreaterThan(8)
    expect(calls.length).toBeLessThan(14)
  })
})

describe('asking again', () => {
  it('D-47: asks once at a time', async () => {
    const calls = serverAnswers(noResponse, {})
    const attempt = begin()
    attempt.lock(evidence)
    attempt.end({ kind: 'unsettled', message: 'Perhaps.' })
    await Promise.all([checkAgain(), checkAgain()])
    expect(calls).toHaveLength(1)
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
  const attempt = begin()
  attempt.end({ kind: 'failed', message: 'No.' })
  openCheckout()
  expect(orderStore.getState().notice?.text).toBe('No.')
})

it('R182: an empty reason gets the generic words', () => {
  refuse('')
  expect(orderStore.getState().notice?.text).toBe('Payment failed. Please try again.')
})
