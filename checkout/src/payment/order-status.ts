import { type ApiResult, messageOf, recordOf } from '../http/post-json'
import type { LockedOrder } from '../order/order'
import { cardStatusMessages, confirmMessages, walletMessages } from './messages'
import { abandonOrder, readOrderStatus } from './payment-calls'
import { failed, type PaymentOutcome, unsettled } from './payment-method'

async function askStatus(orderId: string): Promise<PaymentOutcome> {
  const result = await readOrderStatus(orderId)
  if (result.kind !== 'ok') return unsettled(messageIn(result))
  const { status } = recordOf(recordOf(result.body).data)
  if (status === 'paid' || status === 'needs_attention') return paidOutcome(result.body)
  if (status === 'processing') return { kind: 'processing' }
  if (status === 'unpaid') return failed(cardStatusMessages.requiresPaymentMethod)
  if (status !== 'refunded') return unsettled(confirmMessages.otherwise)
  return { kind: 'failed', message: messageOf(result.body) ?? confirmMessages.refused, isSpent: true }
}

/** Asks the server, or ends an order that the buyer has given up (D-47). */
export async function settleOrder({ id, payment, isGivenUp }: LockedOrder): Promise<PaymentOutcome> {
  if (isGivenUp) return giveUpOrder(id)
  const outcome = await askStatus(id)
  // The provider has said that it took the money.
  const isDoubtful = payment?.isTaken && outcome.kind === 'failed' && !outcome.isSpent
  return isDoubtful ? unsettled(outcome.message) : outcome
}

/** Only after it the buyer may be told that the order has ended. */
async function giveUpOrder(orderId: string): Promise<PaymentOutcome> {
  const result = await abandonOrder(orderId)
  if (result.kind === 'ok') return failed(walletMessages.cancelled)
  return (await outcomeOfCode(orderId, result)) ?? unsettled(messageIn(result))
}

/** Codes that every call may refuse with. */
export async function outcomeOfCode(orderId: string, result: ApiResult): Promise<PaymentOutcome | undefined> {
  if (result.kind !== 'refused') return undefined
  if (result.code === 'payment_processing') return { kind: 'processing' }
  if (result.code !== 'order_paid' && result.code !== 'payment_mismatch') return undefined
  const outcome = await askStatus(orderId)
  // The server has just said that the money is there.
  const isKnown = outcome.kind === 'paid' || (outcome.kind === 'failed' && outcome.isSpent)
  if (isKnown) return outcome
  return { kind: 'paid', ...(result.code === 'payment_mismatch' && { isHeld: true }) }
}

/** Any 2xx is a confirmation (D-46). */
export function paidOutcome(body: unknown): PaymentOutcome {
  const { status, isMailed } = recordOf(recordOf(body).data)
  return {
    kind: 'paid',
    ...(status === 'needs_attention' && { isHeld: true as const }),
    ...(isMailed === true && { isMailed }),
  }
}

function messageIn(result: ApiResult): string {
  return (result.kind === 'refused' ? result.message : undefined) ?? confirmMessages.otherwise
}
