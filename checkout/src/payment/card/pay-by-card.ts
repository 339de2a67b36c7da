import type { ConfirmStripePayment, CreatePaymentIntent } from '@site/shared/contracts/payments'
import { totalsOf } from '@site/shared/money'
import type { Stripe, StripeCardElement } from '@stripe/stripe-js'
import { type ApiResult, recordOf, textAt } from '../../http/post-json'
import type { Order } from '../../order/order'
import {
  cardErrorMessages,
  cardStatusMessages,
  checkoutMessages,
  confirmMessages,
  intentMessages,
  thrownMessages,
} from '../messages'
import { outcomeOfCode, paidOutcome, startRefusal } from '../order-status'
import { orderFields, postPayment } from '../payment-calls'
import { type Attempt, failed, type PaymentOutcome, unsettled } from '../payment-method'

function returnedErrorMessage({ type, message }: { type?: string; message?: string }): string {
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

function thrownErrorMessage(error: unknown): string {
  const kinds = ['type', 'code', 'name'].map((key) => thrownKinds[textAt(error, key) ?? ''])
  return thrownMessages[kinds.find(Boolean) ?? 'otherwise']
}

/** The bank said no, or the fields were refused before anything was sent: no money moved. */
const refusals = ['card_error', 'StripeCardError', 'validation_error', 'payment_intent_authentication_failure']

function isRefusal(error: unknown): boolean {
  return ['type', 'code'].some((key) => refusals.includes(textAt(error, key) ?? ''))
}

type Card = { paymentMethodId: string; clientSecret: string; cardBrand: string; last4: string }

export async function payByCard(
  attempt: Attempt,
  provider: Stripe,
  element: StripeCardElement,
): Promise<PaymentOutcome> {
  const { order } = attempt
  const { firstName, lastName, email } = order.customer
  const billing_details = { name: `${firstName} ${lastName}`, email }
  const created = await provider.createPaymentMethod({ type: 'card', card: element, billing_details }).catch(asThrown)
  if ('thrown' in created) return failed(thrownErrorMessage(created.thrown))
  if (!created.paymentMethod) return failed(thrownErrorMessage(created.error))
  const { id: paymentMethodId, card } = created.paymentMethod

  const intent = await postPayment<CreatePaymentIntent>('create-payment-intent', {
    // Pounds (D-38).
    amount: totalsOf(order.lines).total,
    currency: 'gbp',
    paymentMethodId,
    ...orderFields(order),
  })
  const clientSecret = intent.kind === 'ok' ? secretIn(intent.body) : undefined
  if (!clientSecret) return intentFailure(order.id, intent)
  const cardBrand = card?.brand ?? 'unknown'
  return confirmPayment(attempt, provider, { paymentMethodId, clientSecret, cardBrand, last4: card?.last4 ?? '' })
}

async function confirmPayment({ order, lock }: Attempt, provider: Stripe, card: Card): Promise<PaymentOutcome> {
  const { paymentMethodId, clientSecret, ...details } = card
  const providerId = clientSecret.slice(0, clientSecret.indexOf('_secret_'))
  const payment = { method: 'card', providerId, isTaken: false, details }
  // From here on money may move.
  lock(payment)
  const confirmed = await provider.confirmCardPayment(clientSecret, { payment_method: paymentMethodId }).catch(asThrown)
  if ('thrown' in confirmed) return afterError(confirmed.thrown, thrownErrorMessage(confirmed.thrown))
  const { paymentIntent, error = {} } = confirmed
  if (!paymentIntent) return afterError(error, returnedErrorMessage(error))
  if (paymentIntent.status === 'processing') return { kind: 'processing' }
  if (paymentIntent.status === 'requires_payment_method') return failed(cardStatusMessages.requiresPaymentMethod)
  if (paymentIntent.status !== 'succeeded') return failed(cardStatusMessages.otherwise)

  const taken = { ...payment, isTaken: true }
  lock(taken)
  const outcome = await confirmCard(order, providerId)
  return outcome.kind === 'paid' ? { ...outcome, result: { method: 'card', paymentIntent, ...details } } : outcome
}

function afterError(error: unknown, message: string): PaymentOutcome {
  return isRefusal(error) ? failed(message) : unsettled(message)
}

async function intentFailure(orderId: string, intent: ApiResult): Promise<PaymentOutcome> {
  if (intent.kind === 'no-response') return failed(intentMessages.noResponse)
  if (intent.kind === 'unsent') return failed(intentMessages.otherwise)
  if (intent.kind === 'ok') return failed(textAt(intent.body, 'message') ?? intentMessages.noSecret)
  return startRefusal(orderId, intent, (reason) => reason ?? intentMessages.refused(intent.status))
}

function secretIn(body: unknown): string | undefined {
  const { clientSecret } = recordOf(recordOf(body).data)
  return typeof clientSecret === 'string' && /^\w+_secret_\w+$/.test(clientSecret) ? clientSecret : undefined
}

const asThrown = (thrown: unknown) => ({ thrown })

function confirmMessage(result: Exclude<ApiResult, { kind: 'ok' }>): string {
  if (result.kind !== 'refused') return confirmMessages.otherwise
  if (result.status === 404) return confirmMessages.notFound
  return result.message ?? (result.status === 400 ? confirmMessages.refused : confirmMessages.otherwise)
}

/** The provider took the money: only a refund opens the order again (D-47). */
async function confirmCard(order: Order, paymentIntentId: string): Promise<PaymentOutcome> {
  const body = { paymentIntentId, orderId: order.id }
  const result = await postPayment<ConfirmStripePayment>('confirm-stripe-payment', body)
  if (result.kind === 'ok') return paidOutcome(result.body)
  const known = await outcomeOfCode(order.id, result)
  if (known) return known
  const isReturned = result.kind === 'refused' && result.code === 'payment_returned'
  return isReturned ? failed(confirmMessage(result)) : unsettled(confirmMessage(result))
}
