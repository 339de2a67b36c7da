import { certainCases, doubtfulCases, takenCases } from './card/card.test-table'
import * as messages from './messages'
import { captureCases, creationCases } from './paypal/wallet.test-table'

/** Placeholder for words of a provider or the server. */
const WORDS = '{}'

const catalogue = Object.values(messages)
  .flatMap((group) => Object.values(group))
  .map((text) => (typeof text === 'string' ? text : text(WORDS as never)))

/** The specification's error catalogue. */
const specified: [requirement: string, message: string][] = [
  ['R141', 'The card provider is still loading. Please try again in a moment.'],
  ['R142', 'Please fill in all required customer information fields.'],
  ['R142', 'Please complete your card details before submitting.'],
  ['R147', "Payment processing. We'll update you when payment is received."],
  ['R148', 'Your payment was not successful, please try again.'],
  ['R149', 'Something went wrong with your payment. Please try again.'],
  ['R154', 'Please fill in your name and email address.'],
  ['R158', "Payment was cancelled. Please try again when you're ready."],
  ['R162', 'Payment failed with status {}'],
  ['R163', 'Payment service is currently unavailable. Please try again later.'],
  ['R164', 'Unable to process payment at this time. Please try again.'],
  ['R165', 'Invalid response from server. No client secret received.'],
  ['R166', 'Payment could not be confirmed. Please check your order status.'],
  ['R167', 'Payment information not found. Please contact support.'],
  ['R168', 'Failed to confirm payment. Please check your order status.'],
  ['R169', 'Card error: {}'],
  ['R170', 'Validation error: {}'],
  ['R171', 'Payment error: {}'],
  ['R172', 'Your card was declined. Please check your card details and try again.'],
  ['R173', 'Invalid card information. Please check your details and try again.'],
  ['R174', "We're experiencing connection issues with our payment provider. Please try again in a moment."],
  ['R175', 'There was an error processing your payment. Please try again.'],
  ['R176', 'Failed to create PayPal order'],
  ['R177', 'Invalid response from server'],
  ['R178', 'Could not create PayPal order: {}'],
  ['R179', 'Failed to capture PayPal payment'],
  ['R180', 'Payment failed: {}'],
  ['R181', 'An error occurred with PayPal'],
  ['R182', 'Payment failed. Please try again.'],
]

it('R142–R182: holds these messages and no others', () => {
  expect([...catalogue].sort()).toEqual(specified.map(([, message]) => message).sort())
})

it('R142–R182: each is reached by a case of the flows or on the page', () => {
  const flows = [certainCases, doubtfulCases, takenCases, creationCases, captureCases]
  const reached = flows.flat().map((row) => String(row.at(-1)))
  // Tested with the page that shows them.
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
