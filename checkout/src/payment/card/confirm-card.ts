import type { Reply } from '../../http/post-json'
import type { Evidence, Order } from '../../order/order'
import { confirmMessages } from '../messages'
import { failed, type PaymentOutcome, unsettled } from '../outcome'
import { confirmStripePayment } from '../payment-calls'

type CardEvidence = Extract<Evidence, { method: 'card' }>

/** The message of a confirmation that failed (R166–R168). */
export function confirmMessage(reply: Exclude<Reply, { kind: 'ok' }>): string {
  if (reply.kind !== 'refused') return confirmMessages.otherwise
  if (reply.status === 404) return confirmMessages.notFound
  return reply.message ?? (reply.status === 400 ? confirmMessages.refused : confirmMessages.otherwise)
}

/**
 * Asks our server about a card payment, which asks the provider. Only where the provider has not said
 * that it took the money can the answer open the order again (D-47).
 */
export async function confirmCard(order: Order, { paymentIntentId, isTaken }: CardEvidence): Promise<PaymentOutcome> {
  const reply = await confirmStripePayment(order.id, paymentIntentId)
  if (reply.kind === 'ok') return { kind: 'paid' }
  const code = reply.kind === 'refused' ? reply.code : undefined
  if (code === 'payment_processing') return { kind: 'processing' }
  if (code === 'payment_not_confirmed' && !isTaken) return failed(confirmMessage(reply))
  return unsettled(confirmMessage(reply))
}
