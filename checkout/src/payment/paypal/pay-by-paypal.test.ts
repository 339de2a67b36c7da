import { type Answer, newAttempt, notPaid, openOrder, refused } from '../../testing/attempt'
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

const withCapture = (status: string) => ({
  status: 'COMPLETED',
  purchase_units: [{ payments: { captures: [{ status }] } }],
})

async function create(answer: Answer) {
  const calls = installNetwork({ '/api/payments/paypal-create-order': answer })
  const attempt = newAttempt()
  return { opened: await openPayPalOrder(attempt), calls, locks: attempt.locks }
}

async function approve(answer: Answer, capture: () => Promise<object> = async () => captured) {
  const calls = installNetwork({ '/api/payments/paypal-capture': answer })
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
      {
        paypalOrderId: 'PP-1',
        orderId: 'PP-1',
        payerEmail: 'payer@example.com',
        payerName: 'Pat Payer',
        amount: '119.00',
        currency: 'GBP',
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

  it.each([
    ['unsettled', 'Network down', 'Payment failed: Network down'],
    ['unsettled', '', 'Payment failed: Failed to capture PayPal payment'],
    ['failed', 'ORDER_EXPIRED: too late', 'Payment failed: ORDER_EXPIRED: too late'],
    ['failed', 'Window is closed', "Payment was cancelled. Please try again when you're ready."],
    ['failed', 'Detected popup close: x', "Payment was cancelled. Please try again when you're ready."],
  ])(
    'R158, R180, D-44: is %s where the library says "%s", and the server is told nothing',
    async (kind, reason, message) => {
      const { outcome, calls } = await approve({}, () => Promise.reject(new Error(reason)))
      expect(outcome).toEqual({ kind, message })
      expect(calls).toEqual([])
    },
  )

  it.each(['DECLINED', 'FAILED'])('R179: has failed where PayPal calls the capture %s', async (status) => {
    const { outcome } = await approve({}, async () => withCapture(status))
    expect(outcome).toEqual({ kind: 'failed', message: 'Payment failed: Failed to capture PayPal payment' })
  })

  // PayPal calls an order complete while its bank still decides.
  it('D-39: waits for the bank when the capture of a complete order is pending', async () => {
    const capture = async () => withCapture('PENDING')
    const { outcome, locks } = await approve(refused(409, 'Wait.', 'payment_processing'), capture)
    expect(outcome).toEqual({ kind: 'processing' })
    expect(locks.at(-1)).toMatchObject({ isTaken: false })
  })

  it('D-47: has certainly failed where the bank decides and the server knows of no money', async () => {
    const { outcome } = await approve(notPaid, async () => withCapture('PENDING'))
    expect(outcome).toEqual({ kind: 'failed', message: 'Payment failed: Not paid.' })
  })
})

it.each([[new Error('?')], ['boom'], [undefined], [{ message: 7 }]])('R181: describes the error %p', (error) => {
  expect(walletErrorMessage(error, (reason) => `reason: ${reason}`)).toBe(
    error instanceof Error ? 'reason: ?' : 'reason: undefined',
  )
})
