import { type Answer, newAttempt, noResponse, notPaid, openOrder, refused } from '../../testing/attempt'
import { installNetwork } from '../../testing/network'
import { installSiteConfig } from '../../testing/site-config'
import { capturePayment, openPayPalOrder, walletErrorMessage } from './pay-by-paypal'
import { captureCases, creationCases } from './wallet.test-table'

const captured = {
  id: 'PP-1',
  status: 'COMPLETED',
  payer: { email_address: 'payer@example.com', name: { given_name: 'Pat', surname: 'Payer' } },
  purchase_units: [{ amount: { value: '119.00', currency_code: 'GBP' } }],
  create_time: '2026-01-01T10:00:00Z',
  update_time: '2026-01-01T10:00:05Z',
}

async function create(answer: Answer) {
  const calls = installNetwork({ '/api/payments/paypal-create-order': answer })
  const attempt = newAttempt()
  return { opened: await openPayPalOrder(attempt), calls, locks: attempt.locks }
}

/** What follows the buyer's approval. */
async function approve(answer: Answer, capture: () => Promise<object> = async () => captured, said: Answer = {}) {
  const calls = installNetwork({ '/api/payments/paypal-approved': said, '/api/payments/paypal-capture': answer })
  const attempt = newAttempt()
  return { outcome: await capturePayment(attempt, 'PP-1', capture), calls, locks: attempt.locks }
}

beforeAll(() => installSiteConfig())

describe('creating the order', () => {
  it('R155: sends the amount as text with two decimals and locks the order', async () => {
    const { opened, calls, locks } = await create({ body: { data: { paypalOrderId: 'PP-1' } } })
    expect(opened).toBe('PP-1')
    expect(calls[0]?.body).toEqual({
      amount: '119.00',
      currency: 'GBP',
      orderId: openOrder.id,
      customerEmail: 'ada@example.com',
      customerName: 'Ada Marsh',
      merchantEmail: 'payments@example.com',
      description: 'Course 1',
      items: [{ id: 1, quantity: 1, price: 99 }],
    })
    expect(locks).toEqual([{ method: 'paypal', providerId: 'PP-1', isTaken: false }])
  })

  it.each(creationCases)('%s, D-42, D-44: says why there is none after %j', async (_requirement, answer, message) => {
    const { opened, locks } = await create(answer)
    expect(opened).toEqual({ kind: 'failed', message })
    expect(locks).toEqual([])
  })

  it.each([
    ['order_paid', 'paid'],
    ['payment_processing', 'processing'],
  ])('D-47: an order that the server calls %s is not paid again', async (code, kind) => {
    expect((await create(refused(409, 'x', code))).opened).toEqual({ kind })
  })
})

describe('capturing the payment', () => {
  it('R156, R157, D-43: captures in the browser, tells the server and passes on the result', async () => {
    const { outcome, calls, locks } = await approve({})
    expect(calls.map(({ body }) => body)).toEqual([
      { paypalOrderId: 'PP-1' },
      {
        paypalOrderId: 'PP-1',
        orderId: 'PP-1',
        payerEmail: 'payer@example.com',
        payerName: 'Pat Payer',
        amount: '119.00',
        currency: 'GBP',
        isApproved: true,
      },
    ])
    const result = {
      method: 'paypal',
      id: 'PP-1',
      status: 'COMPLETED',
      payer: captured.payer,
      amount: { value: '119.00', currency_code: 'GBP' },
      createTime: '2026-01-01T10:00:00Z',
      updateTime: '2026-01-01T10:00:05Z',
    }
    expect(outcome).toEqual({ kind: 'paid', result })
    expect(locks.at(-1)).toEqual({ method: 'paypal', providerId: 'PP-1', isTaken: true })
  })

  it('R156: names the customer as the payer where PayPal does not tell', async () => {
    const { calls } = await approve({}, async () => ({ status: 'COMPLETED' }))
    expect(calls.at(-1)?.body).toMatchObject({ payerEmail: 'ada@example.com', payerName: 'Ada Marsh' })
  })

  it.each(captureCases)('%s, D-47: keeps a captured order locked after %j', async (_requirement, answer, message) => {
    expect((await approve(answer)).outcome).toEqual({ kind: 'unsettled', message })
  })

  it('D-47: asks the server when the capture fails in the browser, because only the response may be lost', async () => {
    const after = async (answer: Answer) =>
      (await approve(answer, () => Promise.reject(new Error('Network down')))).outcome
    const message = 'Payment failed: Network down'
    expect(await after({})).toMatchObject({ kind: 'paid' })
    expect(await after(noResponse)).toEqual({ kind: 'unsettled', message })
    expect(await after(notPaid)).toEqual({ kind: 'failed', message })
    expect(await after(refused(402, 'Declined.', 'payment_refused'))).toEqual({ kind: 'failed', message })
    expect(await after(refused(409, 'Wait.', 'payment_processing'))).toEqual({ kind: 'processing' })
  })

  // PayPal's library declined, the tab was closed, and the server took the money later.
  it.each([
    ['no answer', noResponse],
    ['a failure', refused(503, 'x', 'unavailable')],
  ])('R156: captures nothing in the browser where saying so has %s; the server does it', async (_case, said) => {
    const capture = jest.fn(async () => captured)
    const { outcome, calls } = await approve({}, capture, said)
    expect(capture).not.toHaveBeenCalled()
    expect(calls.at(-1)?.body).toMatchObject({ isApproved: true })
    expect(outcome).toMatchObject({ kind: 'paid' })
  })

  it('R158, D-47: captures nothing of a payment that was given up', async () => {
    const capture = jest.fn(async () => captured)
    const { outcome, calls } = await approve({}, capture, refused(409, 'Given up.', 'order_conflict'))
    expect(capture).not.toHaveBeenCalled()
    expect(calls).toHaveLength(1)
    expect(outcome).toEqual({ kind: 'failed', message: 'Payment failed: Given up.' })
  })

  // A payment the bank still decides about was shown as failed, because PayPal calls its order complete.
  it('D-39: waits for the bank when the capture of a complete order is pending', async () => {
    const pending = { status: 'COMPLETED', purchase_units: [{ payments: { captures: [{ status: 'PENDING' }] } }] }
    const { outcome, locks } = await approve(refused(409, 'Wait.', 'payment_processing'), async () => pending)
    expect(outcome).toEqual({ kind: 'processing' })
    expect(locks.at(-1)).toMatchObject({ isTaken: false })
  })

  it.each(['Window is closed', 'Detected popup close: x'])(
    'R158, D-44: takes "%s" for a cancellation',
    async (reason) => {
      const { outcome } = await approve(notPaid, () => Promise.reject(new Error(reason)))
      expect(outcome).toEqual({
        kind: 'failed',
        message: "Payment was cancelled. Please try again when you're ready.",
      })
    },
  )
})

it.each([[new Error('?')], ['boom'], [undefined], [{ message: 7 }]])('R181: describes the error %p', (error) => {
  expect(walletErrorMessage(error, (reason) => `reason: ${reason}`)).toBe(
    error instanceof Error ? 'reason: ?' : 'reason: undefined',
  )
})
