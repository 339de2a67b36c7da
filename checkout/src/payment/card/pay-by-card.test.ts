import { type Answer, newAttempt, openOrder, pending, refused } from '../../testing/attempt'
import { installNetwork } from '../../testing/network'
import { installSiteConfig } from '../../testing/site-config'
import type { PaymentOutcome } from '../payment-method'
import { type CardCase, certainCases, doubtfulCases, takenCases } from './card.test-table'
import { payByCard } from './pay-by-card'

const intent: Answer = { body: { success: true, message: '', data: { clientSecret: 'pi_1_secret_2' } } }
const paymentMethod = { id: 'pm_1', card: { brand: 'visa', last4: '4242' } }
const paymentIntent = { id: 'pi_1', status: 'succeeded' }

async function pay({ created, intent: intentAnswer = intent, confirmed, confirm = {} }: CardCase) {
  const calls = installNetwork({
    '/api/payments/create-payment-intent': intentAnswer,
    '/api/payments/confirm-stripe-payment': confirm,
  })
  const attempt = newAttempt()
  const createPaymentMethod = jest.fn(created ?? (async () => ({ paymentMethod })))
  const confirmCardPayment = jest.fn(confirmed ?? (async () => ({ paymentIntent })))
  const outcome = await payByCard(attempt, { createPaymentMethod, confirmCardPayment })
  const names = calls.map(({ path }) => path.split('/').at(-1))
  return { outcome, names, calls, locks: attempt.locks, createPaymentMethod, confirmCardPayment }
}

beforeAll(() => installSiteConfig())

it('R143, R144, R145, R146, R150: pays and passes on the payment intent with brand and last four digits', async () => {
  const { outcome, names, calls, createPaymentMethod, confirmCardPayment } = await pay({})
  expect(createPaymentMethod).toHaveBeenCalledWith({ name: 'Ada Marsh', email: 'ada@example.com' })
  expect(confirmCardPayment).toHaveBeenCalledWith('pi_1_secret_2', 'pm_1')
  expect(names).toEqual(['create-payment-intent', 'confirm-stripe-payment'])
  expect(calls[0]?.body).toEqual({
    amount: 119,
    currency: 'gbp',
    orderId: openOrder.id,
    customerEmail: 'ada@example.com',
    customerName: 'Ada Marsh',
    description: 'Course 1',
    paymentMethodId: 'pm_1',
    items: [{ id: 1, quantity: 1, price: 99 }],
  })
  expect(calls[1]?.body).toEqual({ paymentIntentId: 'pi_1', orderId: openOrder.id })
  const result = { method: 'card', paymentIntent, cardBrand: 'visa', last4: '4242' }
  expect(outcome).toEqual({ kind: 'paid', result })
})

it.each(certainCases)('%s: when %s, the visitor may try again', async (_requirement, _event, flow, message) => {
  const { outcome, names } = await pay(flow)
  expect(outcome).toEqual({ kind: 'failed', message })
  expect(names).not.toContain('confirm-stripe-payment')
})

it('R164: says so when the call cannot even be made', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {})
  jest.spyOn(JSON, 'stringify').mockImplementationOnce(() => {
    throw new TypeError('circular')
  })
  const message = 'Unable to process payment at this time. Please try again.'
  expect((await pay({})).outcome).toEqual({ kind: 'failed', message })
})

it.each(doubtfulCases)('%s, D-47: when %s, the order stays locked', async (_requirement, _event, flow, message) => {
  const { outcome, names } = await pay(flow)
  expect(outcome).toEqual({ kind: 'unsettled', message })
  expect(names).toEqual(['create-payment-intent'])
})

it.each(takenCases)('%s, D-47: when %s, the order stays locked', async (_requirement, _event, flow, message) => {
  expect((await pay(flow)).outcome).toEqual({ kind: 'unsettled', message })
})

it.each<[Answer, PaymentOutcome]>([
  [pending, { kind: 'processing' }],
  [refused(409, 'Sent back.', 'payment_returned'), { kind: 'failed', message: 'Sent back.' }],
  [{ status: 202, body: 'thanks' }, { kind: 'paid' }],
])('R146, D-46: believes the answer %j to a confirmation', async (confirm, then) => {
  expect((await pay({ confirm })).outcome).toMatchObject(then)
})

it.each([
  ['order_paid', 'paid'],
  ['payment_processing', 'processing'],
])('D-47: an order that the server calls %s is not paid again', async (code, kind) => {
  const { outcome, confirmCardPayment } = await pay({ intent: refused(409, 'x', code) })
  expect(outcome).toEqual({ kind })
  expect(confirmCardPayment).not.toHaveBeenCalled()
})
