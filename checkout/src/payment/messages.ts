/** Every message a payment can end with (R141–R182), apart from the server's own. */

export const checkoutMessages = {
  cardCustomerMissing: 'Please fill in all required customer information fields.',
  walletCustomerMissing: 'Please fill in your name and email address.',
  cardIncomplete: 'Please complete your card details before submitting.',
  /** The specification gives the sense only; the wording is ours. */
  providerLoading: 'The card provider is still loading. Please try again in a moment.',
  generic: 'Payment failed. Please try again.',
} as const

export const intentMessages = {
  refused: (status: number) => `Payment failed with status ${status}`,
  noResponse: 'Payment service is currently unavailable. Please try again later.',
  otherwise: 'Unable to process payment at this time. Please try again.',
  noSecret: 'Invalid response from server. No client secret received.',
} as const

export const confirmMessages = {
  refused: 'Payment could not be confirmed. Please check your order status.',
  notFound: 'Payment information not found. Please contact support.',
  otherwise: 'Failed to confirm payment. Please check your order status.',
} as const

export const cardStatusMessages = {
  processing: "Payment processing. We'll update you when payment is received.",
  requiresPaymentMethod: 'Your payment was not successful, please try again.',
  otherwise: 'Something went wrong with your payment. Please try again.',
} as const

/** The words after the colon are the provider's. */
export const cardErrorMessages = {
  card: (message: string) => `Card error: ${message}`,
  validation: (message: string) => `Validation error: ${message}`,
  otherwise: (message: string) => `Payment error: ${message}`,
} as const

export const thrownMessages = {
  declined: 'Your card was declined. Please check your card details and try again.',
  validation: 'Invalid card information. Please check your details and try again.',
  provider: "We're experiencing connection issues with our payment provider. Please try again in a moment.",
  otherwise: 'There was an error processing your payment. Please try again.',
} as const

/** The first three are used inside the two with a reason. */
export const walletMessages = {
  createFailed: 'Failed to create PayPal order',
  invalidResponse: 'Invalid response from server',
  captureFailed: 'Failed to capture PayPal payment',
  couldNotCreate: (reason: string) => `Could not create PayPal order: ${reason}`,
  failed: (reason: string) => `Payment failed: ${reason}`,
  error: 'An error occurred with PayPal',
  cancelled: "Payment was cancelled. Please try again when you're ready.",
} as const
