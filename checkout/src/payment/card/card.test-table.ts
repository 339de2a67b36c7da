import { type Answer, noResponse, notPaid, refused } from '../../testing/attempt'

export type CardCase = {
  created?: () => Promise<object>
  intent?: Answer
  confirmed?: () => Promise<object>
  confirm?: Answer
}

/** Requirement, what happens, case, message. */
type Row = [string, string, CardCase, string]

const ends = (status: string): CardCase => ({ confirmed: async () => ({ paymentIntent: { id: 'pi_1', status } }) })
const returns = (error: object): CardCase => ({ confirmed: async () => ({ error }) })
const throwsAt = (step: 'created' | 'confirmed', error: unknown): CardCase => ({ [step]: () => Promise.reject(error) })
const notCreated = (error: object): CardCase => ({ created: async () => ({ error }) })

const declined = 'Your card was declined. Please check your card details and try again.'
const invalid = 'Invalid card information. Please check your details and try again.'
const connection = "We're experiencing connection issues with our payment provider. Please try again in a moment."
const otherwise = 'There was an error processing your payment. Please try again.'
const noSecret = 'Invalid response from server. No client secret received.'
const changed = 'The price of your basket has changed'
const wrong = 'Something went wrong with your payment. Please try again.'

export const certainCases: Row[] = [
  ['R162', 'the intent is refused', { intent: refused(422, changed) }, changed],
  ['R162', 'a proxy answers', { intent: { status: 502, body: '<html>' } }, 'Payment failed with status 502'],
  [
    'R163',
    'nobody answers',
    { intent: noResponse },
    'Payment service is currently unavailable. Please try again later.',
  ],
  ['R165', 'the secret is missing', { intent: { body: { message: 'No secret today.' } } }, 'No secret today.'],
  ['R165', 'the response is empty', { intent: { body: {} } }, noSecret],
  ['R165', 'the secret is none', { intent: { body: { data: { clientSecret: '<b>' } } } }, noSecret],
  [
    'R148',
    'another card is needed',
    ends('requires_payment_method'),
    'Your payment was not successful, please try again.',
  ],
  ['R149', 'the buyer has to act', ends('requires_action'), wrong],
  ['R149', 'it is cancelled', ends('canceled'), wrong],
  ['R169', 'the card is refused', returns({ type: 'card_error', message: 'Declined.' }), 'Card error: Declined.'],
  ['R170', 'a field is wrong', returns({ type: 'validation_error', message: 'Date.' }), 'Validation error: Date.'],
  ['R182', 'a refusal has no words', returns({ type: 'card_error' }), 'Payment failed. Please try again.'],
  ['R172', 'confirming throws a refusal', throwsAt('confirmed', { type: 'card_error' }), declined],
  ['R172', 'the card is refused at once', notCreated({ type: 'card_error', message: 'x' }), declined],
  ['R173', 'the library throws', throwsAt('created', { type: 'StripeInvalidRequestError' }), invalid],
  ['R173', 'the fields are wrong', notCreated({ type: 'validation_error' }), invalid],
  ['R174', 'the provider is away', throwsAt('created', { type: 'api_connection_error' }), connection],
  ['R175', 'anything is thrown', throwsAt('created', new Error('?')), otherwise],
  ['R175', 'nothing is thrown', throwsAt('created', undefined), otherwise],
  ['R175', 'nothing is returned', { created: async () => ({}) }, otherwise],
]

export const doubtfulCases: Row[] = [
  ['R171', 'another error returns', returns({ type: 'api_error', message: 'Later.' }), 'Payment error: Later.'],
  ['R174', 'the provider is away', throwsAt('confirmed', { type: 'api_error' }), connection],
  ['R175', 'anything is thrown', throwsAt('confirmed', 'boom'), otherwise],
  ['R182', 'nothing is returned', { confirmed: async () => ({}) }, 'Payment failed. Please try again.'],
]

export const takenCases: Row[] = [
  ['R166', 'amounts differ', { confirm: refused(400, 'Amounts differ.') }, 'Amounts differ.'],
  ['R166', 'the server sees no payment', { confirm: notPaid }, 'Not paid.'],
  [
    'R166',
    'a 400 has no words',
    { confirm: { status: 400, body: '' } },
    'Payment could not be confirmed. Please check your order status.',
  ],
  [
    'R167',
    'it is not found',
    { confirm: refused(404, 'Any words') },
    'Payment information not found. Please contact support.',
  ],
  ['R168', 'the server is busy', { confirm: refused(503, 'Ask again.') }, 'Ask again.'],
  [
    'R168',
    'the server fails',
    { confirm: { status: 500, body: '' } },
    'Failed to confirm payment. Please check your order status.',
  ],
  ['R168', 'nobody answers', { confirm: noResponse }, 'Failed to confirm payment. Please check your order status.'],
]
