import type { ApiResult } from '../../http/post-json'
import type { Order } from '../../order/order'
import { confirmMessages } from '../messages'
import { outcomeOfCode, paidOutcome } from '../order-status'
import { failed, type PaymentOutcome, unsettled } from '../outcome'
import { confirmStripePayment } from './card-calls'

function confirmMessage(result: Exclude<ApiResult, { kind: 'ok' }>): string {
  if (result.kind !== 'refused') return confirmMessages.otherwise
  if (result.status === 404) return confirmMessages.notFound
  return result.message ?? (result.status === 400 ? confirmMessages.refused : confirmMessages.otherwise)
}

/** The provider took the money: only a refund opens the order again (D-47). */
export async function confirmCard(order: Order, paymentIntentId: string): Promise<PaymentOutcome> {
  const result = await confirmStripePayment(order.id, paymentIntentId)
  if (result.kind === 'ok') return paidOutcome(result.body)
  const known = await outcomeOfCode(order.id, result)
  if (known) return known
  const isReturned = result.kind === 'refused' && result.code === 'payment_returned'
  return isReturned ? failed(confirmMessage(result)) : unsettled(confirmMessage(result))
}
