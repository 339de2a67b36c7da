import { cardErrorMessages, cardStatusMessages, checkoutMessages, thrownMessages } from '../messages'

export type CardError = { type?: string; message?: string }

export function returnedErrorMessage({ type, message }: CardError): string {
  if (!message) return checkoutMessages.generic
  if (type === 'card_error') return cardErrorMessages.card(message)
  if (type === 'validation_error') return cardErrorMessages.validation(message)
  return cardErrorMessages.otherwise(message)
}

/**
 * By the names of the provider's libraries (https://docs.stripe.com/api/errors,
 * https://docs.stripe.com/error-handling).
 */
const thrownKinds: Readonly<Record<string, keyof typeof thrownMessages>> = {
  card_error: 'declined',
  card_declined: 'declined',
  StripeCardError: 'declined',
  validation_error: 'validation',
  invalid_request_error: 'validation',
  StripeInvalidRequestError: 'validation',
  api_error: 'provider',
  api_connection_error: 'provider',
  authentication_error: 'provider',
  idempotency_error: 'provider',
  rate_limit_error: 'provider',
  StripeAPIError: 'provider',
  StripeConnectionError: 'provider',
  StripeAuthenticationError: 'provider',
  StripeIdempotencyError: 'provider',
  StripeRateLimitError: 'provider',
}

export function thrownErrorMessage(error: unknown): string {
  const kinds = ['type', 'code', 'name'].map((key) => thrownKinds[textAt(error, key)])
  return thrownMessages[kinds.find(Boolean) ?? 'otherwise']
}

export function statusMessage(status: string): string {
  if (status === 'requires_payment_method') return cardStatusMessages.requiresPaymentMethod
  return cardStatusMessages.otherwise
}

/** The bank said no, or the fields were refused before anything was sent: no money moved. */
export function isRefusal(error: unknown): boolean {
  return ['card_error', 'StripeCardError', 'validation_error'].includes(textAt(error, 'type'))
}

function textAt(error: unknown, key: string): string {
  const value = typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[key] : undefined
  return typeof value === 'string' ? value : ''
}
