import { type ApiResult, messageOf, recordOf } from '../../http/post-json'
import { intentMessages } from '../messages'
import { failed, type PaymentOutcome, unsettled } from '../outcome'
import type { Attempt } from '../payment-method'
import { startRefusal } from '../start-refusals'
import { createPaymentIntent } from './card-calls'
import { type CardError, isRefusal, returnedErrorMessage, statusMessage, thrownErrorMessage } from './card-messages'
import { confirmCard } from './confirm-card'

export type CardProvider = {
  createPaymentMethod: (billing: { name: string; email: string }) => Promise<{
    paymentMethod?: { id: string; card?: { brand: string; last4: string | null } } | undefined
    error?: CardError | undefined
  }>
  confirmCardPayment: (
    clientSecret: string,
    paymentMethodId: string,
  ) => Promise<{ paymentIntent?: { id: string; status: string } | undefined; error?: CardError | undefined }>
}

type Card = { paymentMethodId: string; clientSecret: string; cardBrand: string; last4: string }

export async function payByCard(attempt: Attempt, provider: CardProvider): Promise<PaymentOutcome> {
  const { order } = attempt
  const { firstName, lastName, email } = order.customer
  const created = await settled(provider.createPaymentMethod({ name: `${firstName} ${lastName}`, email }))
  if ('thrown' in created) return failed(thrownErrorMessage(created.thrown))
  if (!created.paymentMethod) return failed(thrownErrorMessage(created.error))
  const { id: paymentMethodId, card } = created.paymentMethod

  const intent = await createPaymentIntent(order, paymentMethodId)
  const clientSecret = intent.kind === 'ok' ? secretIn(intent.body) : undefined
  if (!clientSecret) return intentFailure(order.id, intent)
  const cardBrand = card?.brand ?? 'unknown'
  return confirmPayment(attempt, provider, { paymentMethodId, clientSecret, cardBrand, last4: card?.last4 ?? '' })
}

async function confirmPayment({ order, lock }: Attempt, provider: CardProvider, card: Card): Promise<PaymentOutcome> {
  const { paymentMethodId, clientSecret, ...details } = card
  const providerId = clientSecret.slice(0, clientSecret.indexOf('_secret_'))
  const payment = { method: 'card', providerId, isTaken: false, details }
  // From here on money may move.
  lock(payment)
  const confirmed = await settled(provider.confirmCardPayment(clientSecret, paymentMethodId))
  if ('thrown' in confirmed) return afterError(confirmed.thrown, thrownErrorMessage(confirmed.thrown))
  const { paymentIntent, error = {} } = confirmed
  if (!paymentIntent) return afterError(error, returnedErrorMessage(error))
  if (paymentIntent.status === 'processing') return { kind: 'processing' }
  if (paymentIntent.status !== 'succeeded') return failed(statusMessage(paymentIntent.status))

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
  if (intent.kind === 'ok') return failed(messageOf(intent.body) ?? intentMessages.noSecret)
  const describe = (reason: string | undefined) => reason ?? intentMessages.refused(intent.status)
  return (await startRefusal(orderId, intent, describe)) ?? failed(describe(intent.message))
}

function secretIn(body: unknown): string | undefined {
  const { clientSecret } = recordOf(recordOf(body).data)
  return typeof clientSecret === 'string' && /^\w+_secret_\w+$/.test(clientSecret) ? clientSecret : undefined
}

async function settled<T>(promise: Promise<T>): Promise<T | { thrown: unknown }> {
  try {
    return await promise
  } catch (thrown) {
    return { thrown }
  }
}
