import { messageOf, type Reply } from '../../http/post-json'
import type { Attempt } from '../../order/attempt'
import { intentMessages } from '../messages'
import { failed, type PaymentOutcome } from '../outcome'
import { createPaymentIntent } from '../payment-calls'
import { type CardError, isRefusal, returnedErrorMessage, statusMessage, thrownErrorMessage } from './card-messages'
import { confirmCard } from './confirm-card'

/** What the flow needs of the card provider's library; the card's fields stay on its side. */
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

/** The card flow (§4): payment method, intent, confirmation with the provider, confirmation with us. */
export async function payByCard(attempt: Attempt, provider: CardProvider): Promise<PaymentOutcome> {
  const { firstName, lastName, email } = attempt.order.customer
  const created = await settled(provider.createPaymentMethod({ name: `${firstName} ${lastName}`, email }))
  if ('thrown' in created) return failed(thrownErrorMessage(created.thrown))
  if (!created.paymentMethod) return failed(thrownErrorMessage(created.error))
  const { id: paymentMethodId, card } = created.paymentMethod

  const reply = await createPaymentIntent(attempt.order, paymentMethodId)
  const clientSecret = reply.kind === 'ok' ? secretIn(reply.body) : undefined
  if (!clientSecret) return intentFailure(reply)
  const cardBrand = card?.brand ?? 'unknown'
  return confirmPayment(attempt, provider, { paymentMethodId, clientSecret, cardBrand, last4: card?.last4 ?? '' })
}

async function confirmPayment({ order, lock }: Attempt, provider: CardProvider, card: Card): Promise<PaymentOutcome> {
  const { paymentMethodId, clientSecret, ...brand } = card
  const paymentIntentId = clientSecret.slice(0, clientSecret.indexOf('_secret_'))
  const evidence = { method: 'card' as const, paymentIntentId, isTaken: false, ...brand }
  // From here on money may move, whatever happens to this page.
  lock(evidence)
  const confirmed = await settled(provider.confirmCardPayment(clientSecret, paymentMethodId))
  if ('thrown' in confirmed) return afterError(confirmed.thrown, thrownErrorMessage(confirmed.thrown))
  const { paymentIntent, error = {} } = confirmed
  if (!paymentIntent) return afterError(error, returnedErrorMessage(error))
  if (paymentIntent.status === 'processing') return { kind: 'processing' }
  if (paymentIntent.status === 'requires_payment_method') return failed(statusMessage(paymentIntent.status))
  if (paymentIntent.status !== 'succeeded') return askServer(statusMessage(paymentIntent.status))

  const taken = { ...evidence, isTaken: true }
  lock(taken)
  const outcome = await confirmCard(order, taken)
  return outcome.kind === 'paid' ? { ...outcome, result: { method: 'card', paymentIntent, ...brand } } : outcome

  async function afterError(error: unknown, message: string): Promise<PaymentOutcome> {
    return isRefusal(error) ? failed(message) : askServer(message)
  }

  /** In doubt the server decides; unless it knows better, the visitor reads what went wrong here. */
  async function askServer(message: string): Promise<PaymentOutcome> {
    const outcome = await confirmCard(order, evidence)
    return 'message' in outcome ? { ...outcome, message } : outcome
  }
}

/** What a refused or missing intent means (R162–R165). */
function intentFailure(reply: Reply): PaymentOutcome {
  if (reply.kind === 'no-response') return failed(intentMessages.noResponse)
  if (reply.kind === 'unsent') return failed(intentMessages.otherwise)
  if (reply.kind === 'ok') return failed(messageOf(reply.body) ?? intentMessages.noSecret)
  if (reply.code === 'order_paid') return { kind: 'paid' }
  if (reply.code === 'payment_processing') return { kind: 'processing' }
  return failed(reply.message ?? intentMessages.refused(reply.status))
}

function secretIn(body: unknown): string | undefined {
  const data = typeof body === 'object' && body !== null ? (body as Record<string, unknown>).data : undefined
  const secret = typeof data === 'object' && data !== null ? (data as Record<string, unknown>).clientSecret : undefined
  return typeof secret === 'string' && /^\w+_secret_\w+$/.test(secret) ? secret : undefined
}

async function settled<T>(promise: Promise<T>): Promise<T | { thrown: unknown }> {
  try {
    return await promise
  } catch (thrown) {
    return { thrown }
  }
}
