import { certainCases, doubtfulCases, takenCases } from './card/card-cases'
import * as messages from './messages'
import { captureCases, creationCases } from './paypal/wallet-cases'

/** Stands for the words of a provider or of the server, and for a status. */
const WORDS = '{}'

const catalogue = Object.values(messages)
  .flatMap((group) => Object.values(group))
  .map((text) => (typeof text === 'string' ? text : text(WORDS as never)))

it('R142–R182: holds these messages and no others', () => {
  const specified = [
    'Please fill in all required customer information fields.',
    'Please fill in your name and email address.',
    'Please complete your card details before submitting.',
    'The card provider is still loading. Please try again in a moment.',
    'Payment failed. Please try again.',
    'Payment failed with status {}',
    'Payment service is currently unavailable. Please try again later.',
    'Unable to process payment at this time. Please try again.',
    'Invalid response from server. No client secret received.',
    'Payment could not be confirmed. Please check your order status.',
    'Payment information not found. Please contact support.',
    'Failed to confirm payment. Please check your order status.',
    "Payment processing. We'll update you when payment is received.",
    'Your payment was not successful, please try again.',
    'Something went wrong with your payment. Please try again.',
    'Card error: {}',
    'Validation error: {}',
    'Payment error: {}',
    'Your card was declined. Please check your card details and try again.',
    'Invalid card information. Please check your details and try again.',
    "We're experiencing connection issues with our payment provider. Please try again in a moment.",
    'There was an error processing your payment. Please try again.',
    'Failed to create PayPal order',
    'Invalid response from server',
    'Could not create PayPal order: {}',
    'Failed to capture PayPal payment',
    'Payment failed: {}',
    'An error occurred with PayPal',
    "Payment was cancelled. Please try again when you're ready.",
  ]
  expect([...catalogue].sort()).toEqual(specified.sort())
})

it('R142–R182: each is reached by a case of the flows or on the page', () => {
  const flows = [certainCases, doubtfulCases, takenCases, creationCases, captureCases]
  const reached = flows.flat().map((row) => String(row.at(-1)))
  // These need the page: the tests of the checkout page reach them.
  const onPage = [
    ...Object.values(messages.checkoutMessages),
    messages.intentMessages.otherwise,
    messages.cardStatusMessages.processing,
    messages.walletMessages.error,
    messages.walletMessages.cancelled,
  ]
  const all = [...reached, ...onPage]
  expect(catalogue.filter((text) => !all.some((message) => message.includes(text.replace(WORDS, ''))))).toEqual([])
})
