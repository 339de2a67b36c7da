import type { Refusal } from '../errors/api-error'

export const refusals = {
  priceChanged: { status: 422, code: 'price_changed', message: 'The price of your basket has changed' },
  preview: { status: 403, code: 'preview', message: 'This is a preview of the site. Nothing can be paid here.' },
  itemsRequired: {
    status: 422,
    code: 'items_required',
    message: 'Your basket could not be read. Please go back to it.',
  },
  similarOrder: {
    status: 409,
    code: 'similar_order',
    // Names no other order: an address and a basket must not reveal a purchase.
    message: 'An order for the same courses was begun with this email address a short while ago.',
  },
  declined: {
    status: 402,
    code: 'payment_refused',
    message: 'PayPal refused this payment and nothing was charged. Please try again or pay another way.',
  },
  returned: {
    status: 409,
    code: 'payment_returned',
    message: 'This payment had been given up, so its money is sent back to you. Nothing is paid for this order.',
  },
  refunded: {
    status: 409,
    code: 'payment_returned',
    message: 'The money for this order has been sent back to you.',
  },
  orderPaid: { status: 409, code: 'order_paid', message: 'This order has already been paid.' },
  processing: {
    status: 409,
    code: 'payment_processing',
    message: "Payment processing. We'll update you when payment is received.",
  },
  conflict: {
    status: 409,
    code: 'order_conflict',
    message: 'This order is being paid in another window. Please try again in a moment.',
  },
  mismatch: {
    status: 409,
    code: 'payment_mismatch',
    message: 'Your payment was received but does not match your order. Please contact support.',
  },
  notConfirmed: {
    status: 400,
    code: 'payment_not_confirmed',
    message: 'Payment could not be confirmed. Please check your order status.',
  },
  notFound: {
    status: 404,
    code: 'payment_not_found',
    message: 'Payment information not found. Please contact support.',
  },
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
} as const satisfies Record<string, Refusal>

/** Passes the provider's own words on (D-40). */
export function refusedByProvider(message: string): Refusal {
  return { status: 402, code: 'payment_refused', message }
}

export type Refused = { ok: false; refusal: Refusal }

export function refuse(refusal: Refusal): Refused {
  return { ok: false, refusal }
}
