import type { Order, StartedPayment } from '../../order/order'
import { walletMessages } from '../messages'
import { outcomeOfCode, paidOutcome } from '../order-status'
import { failed, type PaymentOutcome, unsettled } from '../outcome'
import { capturePayPal, type Payer } from './paypal-calls'

type Confirmation = PaymentOutcome | { kind: 'declined'; message: string }
type Capture = Pick<StartedPayment, 'providerId' | 'isTaken'> & {
  payer?: Partial<Payer>
  isDeclined?: boolean
  isApproved?: boolean
}

/** Refusals after which it is certain that this payment has taken no money, or has given it back. */
const CERTAIN = ['payment_not_confirmed', 'payment_refused', 'payment_not_found', 'payment_returned']

/**
 * Asks our server about a PayPal payment, which captures what is only approved where the buyer has just approved it.
 * `declined`: PayPal could not take the money from the source the buyer chose, and asks for another.
 */
export async function confirmPayPal(order: Order, { providerId, isTaken, ...options }: Capture): Promise<Confirmation> {
  const result = await capturePayPal(order, providerId, options)
  if (result.kind === 'ok') return paidOutcome(result.body)
  const known = await outcomeOfCode(order.id, result)
  if (known) return known
  if (result.kind !== 'refused') return unsettled(walletMessages.failed(walletMessages.captureFailed))
  const { code = '' } = result
  const message = walletMessages.failed(result.message ?? walletMessages.captureFailed)
  if (code === 'instrument_declined') return { kind: 'declined', message }
  const isCertain = isTaken ? code === 'payment_returned' : CERTAIN.includes(code)
  return isCertain ? failed(message) : unsettled(message)
}

/** What became of a PayPal payment whose window is gone: a decline is then the end of it, and nothing is captured. */
export async function settlePayPal(order: Order, payment: StartedPayment): Promise<PaymentOutcome> {
  const outcome = await confirmPayPal(order, payment)
  return outcome.kind === 'declined' ? failed(outcome.message) : outcome
}
