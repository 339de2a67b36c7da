import type { PresentPrices } from '@site/shared/contracts/errors'
import type { AbandonOrder, ReadOrderStatus } from '@site/shared/contracts/payments'
import { isCourseId } from '@site/shared/course'
import { type ApiResult, recordOf, textAt } from '../http/post-json'
import type { LockedOrder } from '../order/order'
import { cardStatusMessages, confirmMessages, walletMessages } from './messages'
import { postPayment } from './payment-calls'
import { failed, type PaymentOutcome, unsettled } from './payment-method'

async function askStatus(orderId: string): Promise<PaymentOutcome> {
  const result = await postPayment<ReadOrderStatus>('status', { orderId })
  if (result.kind !== 'ok') return unsettled(messageIn(result))
  const { status } = recordOf(recordOf(result.body).data)
  if (status === 'paid' || status === 'needs_attention') return paidOutcome(result.body)
  if (status === 'processing') return { kind: 'processing' }
  if (status === 'unpaid') return failed(cardStatusMessages.requiresPaymentMethod)
  if (status !== 'refunded') return unsettled(confirmMessages.otherwise)
  return { kind: 'failed', message: textAt(result.body, 'message') ?? confirmMessages.refused, isSpent: true }
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
  const result = await postPayment<AbandonOrder>('abandon', { orderId })
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
  return { kind: 'paid', isHeld: result.code === 'payment_mismatch' || undefined }
}

export async function startRefusal(
  orderId: string,
  result: Extract<ApiResult, { kind: 'refused' }>,
  describe: (reason: string | undefined) => string,
): Promise<PaymentOutcome> {
  const message = describe(result.message)
  if (result.code === 'similar_order') return { kind: 'similar', message }
  if (result.code === 'price_changed') return { kind: 'repriced', message, lines: pricesIn(result.data) }
  return (await outcomeOfCode(orderId, result)) ?? failed(message)
}

function pricesIn(data: unknown): PresentPrices['lines'] {
  const { lines } = recordOf(data)
  if (!Array.isArray(lines)) return []
  return lines.flatMap((line) => {
    const { id, price } = recordOf(line)
    const isPrice = price === null || (typeof price === 'number' && price >= 0)
    return isCourseId(id) && isPrice ? [{ id, price }] : []
  })
}

/** Any 2xx is a confirmation (D-46). */
export function paidOutcome(body: unknown): PaymentOutcome {
  const { status, isMailed } = recordOf(recordOf(body).data)
  return { kind: 'paid', isHeld: status === 'needs_attention' || undefined, isMailed: isMailed === true || undefined }
}

function messageIn(result: ApiResult): string {
  return (result.kind === 'refused' ? result.message : undefined) ?? confirmMessages.otherwise
}
