import { refusal } from '../errors/api-error'

export const refusals = {
  priceChanged: refusal(422, 'price_changed', 'The price of your basket has changed'),
  preview: refusal(403, 'preview', 'This is a preview of the site. Nothing can be paid here.'),
  itemsRequired: refusal(422, 'items_required', 'Your basket could not be read. Please go back to it.'),
  similarOrder: refusal(409, 'similar_order', 'You ordered these courses with this email address a few minutes ago.'),
  declined: refusal(
    402,
    'payment_refused',
    'PayPal refused this payment and nothing was charged. Please try again or pay another way.',
  ),
  returned: refusal(
    409,
    'payment_returned',
    'This payment had been given up, so its money is sent back to you. Nothing is paid for this order.',
  ),
  refunded: refusal(409, 'payment_returned', 'The money for this order has been sent back to you.'),
  orderPaid: refusal(409, 'order_paid', 'This order has already been paid.'),
  processing: refusal(409, 'payment_processing', "Payment processing. We'll update you when payment is received."),
  conflict: refusal(409, 'order_conflict', 'This order is being paid in another window. Please try again in a moment.'),
  mismatch: refusal(
    409,
    'payment_mismatch',
    'Your payment was received but does not match your order. Please contact support.',
  ),
  notConfirmed: refusal(
    400,
    'payment_not_confirmed',
    'Payment could not be confirmed. Please check your order status.',
  ),
  notFound: refusal(404, 'payment_not_found', 'Payment information not found. Please contact support.'),
  providerDown: {
    status: 503,
    code: 'provider_unavailable',
    message: "We're experiencing connection issues with our payment provider. Please try again in a moment.",
    retryAfterSeconds: 5,
  },
  unavailable: {
    status: 503,
    code: 'unavailable',
    message: 'Payment service is currently unavailable. Please try again later.',
    retryAfterSeconds: 30,
  },
  /** Money may have moved, so the buyer must not pay again. */
  unknownOutcome: {
    status: 503,
    code: 'unavailable',
    message: 'Failed to confirm payment. Please check your order status.',
    retryAfterSeconds: 5,
  },
}
