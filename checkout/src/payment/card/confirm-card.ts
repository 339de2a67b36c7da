import type { ApiResult } from '../../http/post-json'
import type { Order, StartedPayment } from '../../order/order'
import { confirmMessages } from '../messages'
import { outcomeOfCode, paidOutcome } from '../order-status'
import { failed, type PaymentOutcome, unsettled } from '../outcome'
import { confirmStripePayment } from './card-calls'

/** Refusals after which it is certain that this payment has taken no money, or has given it back. */
const CERTAIN = ['payment_not_confirmed', 'payment_not_found', 'payment_returned']

/** The message of a confirmation that failed (R166–R168). */
export function confirmMessage(result: Exclude<ApiResult, { kind: 'ok' }>): string {
  if (result.kind !== 'refused') return confirmMessages.otherwise
  if (result.status === 404) return confirmMessages.notFound
  return result.message ?? (result.status === 400 ? confirmMessages.refused : confirmMessages.otherwise)
}

/**
 * Asks our server about a card payment, which asks the provider. Where the provider has said that it took the
 * money, only the news that it was sent back opens the order again (D-47).
 */
export async function confirmCard(
  order: Order,
  { providerId, isTaken }: Pick<StartedPayment, 'providerId' | 'isTaken'>,
): Promise<PaymentOutcome> {
  const result = await confirmStripePayment(order.id, providerId)
  if (result.kind === 'ok') return paidOutcome(result.body)
  const known = await outcomeOfCode(order.id, result)
  if (known) return known
  const code = (result.kind === 'refused' && result.code) || ''
  const isCertain = isTaken ? code === 'payment_returned' : CERTAIN.includes(code)
  return isCertain ? failed(confirmMessage(result)) : unsettled(confirmMessage(result))
}
