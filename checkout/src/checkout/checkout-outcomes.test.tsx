import { screen, within } from '@testing-library/react'
import {
  alert,
  callsOf,
  type goodServer,
  openAndPay,
  openPayPal,
  reloadCheckout,
  setUpCheckout,
} from '../testing/checkout'
import { type Answer, noResponse, notPaid, pending, refused, standing } from '../testing/network'
import { card, wallet } from '../testing/providers'

type Server = Partial<Record<keyof typeof goodServer, Answer>>
type CardFlow = { created?: () => Promise<object>; confirmed?: () => Promise<object>; server?: Server }
type WalletFlow = { capture?: () => Promise<object>; kept?: object; window?: Error; server?: Server }
/** `locked`: money may have moved. */
type View = 'form' | 'locked'
type Row<Flow> = [requirement: string, event: string, flow: Flow, view: View, message: string]

const starts = (answer: Answer) => ({ server: { '/api/payments/create-payment-intent': answer } })
const confirms = (answer: Answer) => ({ server: { '/api/payments/confirm-stripe-payment': answer } })
const ends = (status: string): CardFlow => ({ confirmed: async () => ({ paymentIntent: { id: 'pi_1', status } }) })
const returns = (error: object): CardFlow => ({ confirmed: async () => ({ error }) })
const throwsAt = (step: 'created' | 'confirmed', error: unknown): CardFlow => ({ [step]: () => Promise.reject(error) })
const notCreated = (error: object): CardFlow => ({ created: async () => ({ error }) })

const opens = (answer: Answer) => ({ server: { '/api/payments/paypal-create-order': answer } })
const tells = (answer: Answer) => ({ server: { '/api/payments/paypal-capture': answer } })
const throws = (reason: string): WalletFlow => ({ capture: () => Promise.reject(new Error(reason)) })
const notCaptured = 'Order could not be captured'
const refuses = (status: string): WalletFlow => ({ ...throws(notCaptured), kept: { status } })
const captures = (status: string) => async () => ({
  ...{ id: 'PP-1', status: 'COMPLETED' },
  purchase_units: [{ payments: { captures: [{ status }] } }],
})

const unproven = { type: 'invalid_request_error', code: 'payment_intent_authentication_failure', message: 'No.' }
const badGateway = { status: 502, body: '<html>' }
const changed = 'The price of your basket has changed'
const noSecret = 'Invalid response from server. No client secret received.'
const wrong = 'Something went wrong with your payment. Please try again.'
const declined = 'Your card was declined. Please check your card details and try again.'
const invalid = 'Invalid card information. Please check your details and try again.'
const connection = "We're experiencing connection issues with our payment provider. Please try again in a moment."
const otherwise = 'There was an error processing your payment. Please try again.'
const generic = 'Payment failed. Please try again.'
const away = 'Payment service is currently unavailable. Please try again later.'
const unsent = 'Unable to process payment at this time. Please try again.'
const unsuccessful = 'Your payment was not successful, please try again.'
const unconfirmed = 'Payment could not be confirmed. Please check your order status.'
const notFound = 'Payment information not found. Please contact support.'
const failedToConfirm = 'Failed to confirm payment. Please check your order status.'
const cancelled = "Payment was cancelled. Please try again when you're ready."

const cardRows: Row<CardFlow>[] = [
  ['R162', 'the intent is refused', starts(refused(422, changed)), 'form', changed],
  ['R162', 'a proxy answers', starts(badGateway), 'form', 'Payment failed with status 502'],
  ['R162', 'the refusal is blank', starts(refused(422, ' ')), 'form', 'Payment failed with status 422'],
  ['R162', 'the refusal is null', starts({ status: 422, body: 'null' }), 'form', 'Payment failed with status 422'],
  ['R163', 'nobody answers', starts(noResponse), 'form', away],
  ['R164', 'the call cannot be made', { created: async () => ({ paymentMethod: { id: 1n } }) }, 'form', unsent],
  ['R165', 'the secret is missing', starts({ body: { message: 'No secret today.' } }), 'form', 'No secret today.'],
  ['R165', 'the response is empty', starts({ body: {} }), 'form', noSecret],
  ['R165', 'the secret is none', starts({ body: { data: { clientSecret: '<b>' } } }), 'form', noSecret],
  ['R148', 'another card is needed', ends('requires_payment_method'), 'form', unsuccessful],
  ['R149', 'the buyer has to act', ends('requires_action'), 'form', wrong],
  ['R149', 'it is cancelled', ends('canceled'), 'form', wrong],
  ['R169', 'it is refused', returns({ type: 'card_error', message: 'No.' }), 'form', 'Card error: No.'],
  ['R170', 'a field is wrong', returns({ type: 'validation_error', message: 'No.' }), 'form', 'Validation error: No.'],
  // A failed check of the bank locked the order as if money might have moved.
  ['R169', 'the bank could not be sure who it was', returns(unproven), 'form', 'Payment error: No.'],
  ['R182', 'a refusal has no words', returns({ type: 'card_error' }), 'form', generic],
  ['R172', 'confirming throws a refusal', throwsAt('confirmed', { type: 'card_error' }), 'form', declined],
  ['R172', 'it is refused at once', notCreated({ type: 'card_error', message: 'x' }), 'form', declined],
  ['R173', 'the library throws', throwsAt('created', { type: 'StripeInvalidRequestError' }), 'form', invalid],
  ['R173', 'the fields are wrong', notCreated({ type: 'validation_error' }), 'form', invalid],
  ['R174', 'the provider is away', throwsAt('created', { type: 'api_connection_error' }), 'form', connection],
  ['R175', 'anything is thrown', throwsAt('created', new Error('?')), 'form', otherwise],
  ['R175', 'nothing is thrown', throwsAt('created', undefined), 'form', otherwise],
  ['R175', 'nothing is returned', { created: async () => ({}) }, 'form', otherwise],
  ['R171', 'another error returns', returns({ type: 'api_error', message: 'No.' }), 'locked', 'Payment error: No.'],
  ['R174', 'the provider is away then', throwsAt('confirmed', { type: 'api_error' }), 'locked', connection],
  ['R175', 'anything is thrown then', throwsAt('confirmed', 'boom'), 'locked', otherwise],
  ['R182', 'nothing is returned then', { confirmed: async () => ({}) }, 'locked', generic],
  ['R166', 'amounts differ', confirms(refused(400, 'Amounts differ.')), 'locked', 'Amounts differ.'],
  ['R166', 'the server sees no payment', confirms(notPaid), 'locked', 'Not paid.'],
  ['R166', 'a 400 has no words', confirms({ status: 400, body: '' }), 'locked', unconfirmed],
  ['R167', 'it is not found', confirms(refused(404, 'Any words')), 'locked', notFound],
  ['R168', 'the server is busy', confirms(refused(503, 'Ask again.')), 'locked', 'Ask again.'],
  ['R168', 'the server fails', confirms({ status: 500, body: '' }), 'locked', failedToConfirm],
  ['R168', 'nobody confirms', confirms(noResponse), 'locked', failedToConfirm],
]

const noneCreated = 'Failed to create PayPal order'
const noOrder = 'Invalid response from server'
const noneCaptured = 'Failed to capture PayPal payment'
const couldNot = (reason: string) => `Could not create PayPal order: ${reason}`
const failed = (reason: string) => `Payment failed: ${reason}`

const walletRows: Row<WalletFlow>[] = [
  ['R178, D-44', 'the order is refused', opens(refused(422, changed)), 'form', couldNot(changed)],
  ['R176', 'a proxy answers', opens(badGateway), 'form', couldNot(noneCreated)],
  ['R176', 'nobody answers', opens(noResponse), 'form', couldNot(noneCreated)],
  ['R177', 'the id is missing', opens({ body: {} }), 'form', couldNot(noOrder)],
  ['R177', 'the id is none', opens({ body: { data: { paypalOrderId: '<b>' } } }), 'form', couldNot(noOrder)],
  ['R158, D-44', 'the window is closed', { window: new Error('Detected popup close') }, 'form', cancelled],
  ['R158, D-44', 'capturing ends with the window', throws('Window is closed'), 'form', cancelled],
  ['R158, D-44', 'capturing ends with the popup', throws('Detected popup close: x'), 'form', cancelled],
  // A refusal locked the order for three hours.
  ['R180', 'capturing is refused', refuses('APPROVED'), 'form', failed(notCaptured)],
  ['R180', 'its approval is refused', refuses('CREATED'), 'form', failed(notCaptured)],
  ['R180', 'it was captured before', { ...refuses('COMPLETED'), ...tells(notPaid) }, 'locked', failed('Not paid.')],
  ['R180', 'capturing breaks off', throws('Network down'), 'locked', failed('Network down')],
  // The form came back while the capture was still under way.
  [
    'D-47',
    'its answer is lost',
    { ...throws('Network down'), kept: { status: 'APPROVED' } },
    'locked',
    failed('Network down'),
  ],
  ['R179', 'capturing has no words', throws(''), 'locked', failed(noneCaptured)],
  ['R179', 'it is declined', { capture: captures('DECLINED') }, 'form', failed(noneCaptured)],
  ['R179', 'it has failed', { capture: captures('FAILED') }, 'form', failed(noneCaptured)],
  ['D-47', 'the bank decides', { capture: captures('PENDING'), ...tells(notPaid) }, 'form', failed('Not paid.')],
  ['R180', 'the server is busy', tells(refused(503, 'Ask again.')), 'locked', failed('Ask again.')],
  ['R180', 'the server sees no payment', tells(notPaid), 'locked', failed('Not paid.')],
  ['R179', 'the server fails', tells({ status: 500, body: '' }), 'locked', failed(noneCaptured)],
  ['R179', 'nobody confirms', tells(noResponse), 'locked', failed(noneCaptured)],
]

async function payByWallet({ capture, kept, window, server = {} }: WalletFlow) {
  if (capture) wallet.capture.mockImplementation(capture)
  if (kept) wallet.get.mockResolvedValue(kept)
  wallet.failure = window
  const { press, calls } = await openPayPal(server)
  await press()
  return calls
}

async function expectView(view: View, message: string) {
  expect(await within(await alert()).findByText(message)).toBeVisible()
  const pay = screen.queryByRole('button', { name: /^(Pay £|PayPal button)/ })
  if (view === 'form') return expect(pay).toBeEnabled()
  expect(screen.getByRole('button', { name: 'Check again' })).toBeEnabled()
  expect(pay).not.toBeInTheDocument()
}

setUpCheckout()
beforeEach(() => void jest.spyOn(console, 'warn').mockImplementation(() => {}))

it.each(cardRows)('%s: of a card, when %s', async (_requirement, _event, flow, view, message) => {
  const { created, confirmed, server = {} } = flow
  if (created) card.createPaymentMethod.mockImplementation(created)
  if (confirmed) card.confirmCardPayment.mockImplementation(confirmed)
  const { calls } = await openAndPay({ server })
  await expectView(view, message)
  expect(callsOf(calls).includes('confirm-stripe-payment')).toBe('/api/payments/confirm-stripe-payment' in server)
})

it.each(walletRows)('%s: of PayPal, when %s', async (_requirement, _event, flow, view, message) => {
  const calls = await payByWallet(flow)
  await expectView(view, message)
  expect(callsOf(calls).includes('paypal-capture')).toBe('/api/payments/paypal-capture' in (flow.server ?? {}))
})

it('R146, D-46: any 2xx of a confirmation is one', async () => {
  await openAndPay(confirms({ status: 202, body: 'thanks' }))
  expect(await screen.findByRole('heading', { name: 'Thank you for your order!' })).toBeVisible()
})

// PayPal calls an order complete while its bank still decides.
it('D-39: waits for the bank when the capture of a complete order is pending', async () => {
  await payByWallet({ capture: captures('PENDING'), ...tells(pending) })
  expect(await screen.findByText(/^Payment processing\./)).toBeVisible()
  const button = screen.getByRole('button', { name: 'PayPal button' })
  expect(button.closest('.paypal-buttons-disabled')).toBeInTheDocument()
  reloadCheckout({ at: '/checkout?method=paypal', server: { '/api/payments/status': standing('unpaid') } })
  expect(await screen.findByRole('button', { name: 'PayPal button' })).toBeEnabled()
})
