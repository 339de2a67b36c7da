import { cartStore } from '@site/shared/cart'
import { resetCart } from '@site/shared/testing'
import { openCheckout, orderStore } from '../order/order-store'
import { type Answer, noResponse, notPaid, openOrder, pending, refused, standing } from '../testing/attempt'
import { installNetwork } from '../testing/network'
import { installSiteConfig } from '../testing/site-config'
import { beginAttempt, checkAgain, giveUpLocked } from './attempt'
import type { Attempt } from './payment-method'

const { lines, customer } = openOrder
const payment = { method: 'card', providerId: 'pi_1', isTaken: false }

async function begin(method = 'card', buyer = customer): Promise<Attempt> {
  const attempt = await beginAttempt(method, lines, buyer)
  if (!attempt) throw new Error('There is a payment under way')
  return attempt
}

const stored = () => JSON.parse(localStorage.getItem('checkout_order') ?? 'null')
/** What the server says each time it is asked how the payment stands. */
const serverAnswers = (...answers: Answer[]) => {
  const next = () => answers.shift() ?? noResponse
  return installNetwork({
    '/api/payments/confirm-stripe-payment': next,
    '/api/payments/status': next,
    '/api/payments/abandon': next,
  })
}
const callsOf = (calls: readonly { path: string }[]) => calls.map(({ path }) => path.split('/').at(-1))

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
  it('R130, R141: no second one begins while the first is under way', async () => {
    expect(orderStore.getState().status).toBe('idle')
    const first = await begin()
    expect(orderStore.getState().status).toBe('processing')
    expect(await beginAttempt('card', lines, customer)).toBeUndefined()
    first.end({ kind: 'failed', message: 'No.' })
    expect(orderStore.getState().status).toBe('error')
    expect(await beginAttempt('card', lines, customer)).toBeDefined()
  })

  it('D-44: only the first end counts, also when the next attempt has begun', async () => {
    const first = await begin()
    first.end({ kind: 'failed', message: 'The first.' })
    first.end({ kind: 'failed', message: 'The second.' })
    expect(orderStore.getState().notice?.text).toBe('The first.')
    await begin()
    first.end({ kind: 'failed', message: 'The third.' })
    first.lock(payment)
    expect(orderStore.getState()).toMatchObject({ status: 'processing', order: { stage: 'open' } })
  })

  it('D-47: none begins for an order that is locked or paid', async () => {
    const attempt = await begin()
    attempt.lock(payment)
    attempt.end({ kind: 'unsettled', message: 'Perhaps.' })
    expect(await beginAttempt('card', lines, customer)).toBeUndefined()
  })
})

describe('the order in the browser’s storage', () => {
  it('D-33, D-47: is kept from the first moment and locked before money may move', async () => {
    const attempt = await begin()
    expect(stored()).toMatchObject({ id: attempt.order.id, stage: 'open' })
    attempt.lock(payment)
    expect(stored()).toMatchObject({ id: attempt.order.id, stage: 'locked', payment })
    attempt.end({ kind: 'failed', message: 'No.' })
    expect(stored()).toMatchObject({ id: attempt.order.id, stage: 'open' })
    expect(stored()).not.toHaveProperty('payment')
  })

  it('R131: is complete after success', async () => {
    ;(await begin()).end({ kind: 'paid' })
    expect(stored()).toMatchObject({ stage: 'complete' })
    expect(orderStore.getState().status).toBe('success')
  })
})

// A wallet payment that had been approved and cancelled was taken beside the card payment made under a changed name.
describe('going another way', () => {
  const abandoned = { body: { data: { status: 'abandoned' } } }
  const other = { ...customer, lastName: 'Marshall' }

  async function fail() {
    const first = await begin('paypal')
    first.end({ kind: 'failed', message: 'No.' })
    return first.order.id
  }

  it.each([
    ['another customer', 'paypal', other, false],
    ['another method', 'card', customer, true],
  ])('D-33: with %s first has the server end what was begun', async (_case, method, buyer, keepsId) => {
    const calls = serverAnswers(abandoned)
    const formerId = await fail()
    const { order } = await begin(method, buyer)
    expect(calls.map(({ path, body }) => [path, body])).toEqual([['/api/payments/abandon', { orderId: formerId }]])
    expect(order.id === formerId).toBe(keepsId)
  })

  it('D-33: the same way again asks nothing', async () => {
    const calls = serverAnswers()
    const formerId = await fail()
    expect((await begin('paypal')).order.id).toBe(formerId)
    expect(calls).toEqual([])
  })

  it('R163: begins nothing as long as the server cannot end it', async () => {
    serverAnswers(noResponse)
    const formerId = await fail()
    expect(await beginAttempt('card', lines, other)).toBeUndefined()
    expect(orderStore.getState()).toMatchObject({
      status: 'error',
      notice: { text: 'Payment service is currently unavailable. Please try again later.' },
      order: { id: formerId, stage: 'open', method: 'paypal' },
    })
  })

  it.each([
    ['has been paid after all', [refused(409, 'x', 'order_paid'), standing('paid')], 'success', 'complete'],
    ['is being paid', [pending], 'processing', 'locked'],
  ] as const)('D-47: begins nothing when the former order %s', async (_case, answers, status, stage) => {
    serverAnswers(...answers)
    const formerId = await fail()
    expect(await beginAttempt('card', lines, other)).toBeUndefined()
    expect(orderStore.getState()).toMatchObject({ status, order: { id: formerId, stage } })
  })
})

describe('what a flow throws', () => {
  beforeEach(() => void jest.spyOn(console, 'warn').mockImplementation(() => {}))

  it('R182: is a failure as long as no money can have moved', async () => {
    await (await begin()).run(() => Promise.reject(new Error('boom')))
    expect(orderStore.getState()).toMatchObject({
      status: 'error',
      notice: { text: 'Payment failed. Please try again.' },
      order: { stage: 'open' },
    })
  })

  it('R182, D-47: leaves the order locked from then on', async () => {
    const attempt = await begin()
    await attempt.run(async () => {
      attempt.lock(payment)
      throw new Error('boom')
    })
    expect(orderStore.getState().order?.stage).toBe('locked')
  })
})

describe('while the provider is processing', () => {
  async function startWaiting(isLocked = true) {
    const attempt = await begin()
    if (isLocked) attempt.lock(payment)
    attempt.end({ kind: 'processing' })
  }

  // A payment that was still processing when it was to be started was never asked after.
  it.each([true, false])('R147, D-39: asks until it is decided, where the payment is known: %p', async (isLocked) => {
    const calls = serverAnswers(standing('processing'), noResponse, standing('paid'))
    cartStore().setState({ items: lines })
    await startWaiting(isLocked)
    expect(orderStore.getState()).toMatchObject({ status: 'processing', notice: { tone: 'info' } })
    expect(stored()).toMatchObject({ stage: 'locked' })
    await jest.advanceTimersByTimeAsync(4_000)
    await jest.advanceTimersByTimeAsync(6_000)
    expect(orderStore.getState().status).toBe('processing')
    await jest.advanceTimersByTimeAsync(9_000)
    expect(orderStore.getState().status).toBe('success')
    expect(callsOf(calls)).toEqual(['status', 'status', 'status'])
    await jest.advanceTimersByTimeAsync(60_000)
    expect(calls).toHaveLength(3)
    expect(cartStore().getState().items).toEqual([])
  })

  it('D-39: opens the order again when the provider declines', async () => {
    serverAnswers(standing('unpaid'))
    await startWaiting()
    await jest.advanceTimersByTimeAsync(4_000)
    expect(orderStore.getState()).toMatchObject({
      status: 'error',
      notice: { text: 'Your payment was not successful, please try again.' },
      order: { stage: 'open' },
    })
  })

  it('D-39: asks every 30 seconds at most', async () => {
    const calls = serverAnswers(...Array.from({ length: 40 }, () => standing('processing')))
    await startWaiting()
    await jest.advanceTimersByTimeAsync(300_000)
    expect(calls.length).toBeGreaterThan(8)
    expect(calls.length).toBeLessThan(14)
  })
})

describe('asking again', () => {
  async function lock() {
    const attempt = await begin()
    attempt.lock(payment)
    return attempt
  }

  it('D-47: asks once at a time', async () => {
    const calls = serverAnswers(noResponse, {})
    ;(await lock()).end({ kind: 'unsettled', message: 'Perhaps.' })
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
    ;(await begin()).end({ kind: 'failed', message: 'No.' })
    await checkAgain()
    expect(calls).toEqual([])
  })

  // Asking after a wallet payment takes the money that was approved, also when the buyer had cancelled meanwhile.
  it('R158: of a payment the buyer has cancelled only asks whether it is ended', async () => {
    const calls = serverAnswers(noResponse, notPaid, { body: { data: { status: 'abandoned' } } })
    const attempt = await lock()
    await attempt.giveUp('Cancelled.')
    expect(orderStore.getState()).toMatchObject({ status: 'error', order: { stage: 'locked', isGivenUp: true } })
    await checkAgain()
    await checkAgain()
    expect(callsOf(calls)).toEqual(['abandon', 'abandon', 'abandon'])
    expect(orderStore.getState()).toMatchObject({
      notice: { text: "Payment was cancelled. Please try again when you're ready." },
      order: { stage: 'open' },
    })
  })

  it('R158: the buyer can give up what cannot be settled', async () => {
    const calls = serverAnswers({ body: { data: { status: 'abandoned' } } })
    ;(await lock()).end({ kind: 'unsettled', message: 'Perhaps.' })
    await giveUpLocked()
    expect(callsOf(calls)).toEqual(['abandon'])
    expect(stored()).toMatchObject({ stage: 'open' })
  })
})

it('D-32: what a payment came to while the visitor was elsewhere waits for the return', async () => {
  ;(await begin()).end({ kind: 'failed', message: 'No.' })
  openCheckout()
  expect(orderStore.getState().notice?.text).toBe('No.')
})

it('R182: an empty reason gets the generic words', async () => {
  ;(await begin()).end({ kind: 'failed', message: '' })
  expect(orderStore.getState().notice?.text).toBe('Payment failed. Please try again.')
})
