import { type ApiResult, recordOf } from '../../http/post-json'
import type { PaymentResult } from '../../order/order'
import { walletMessages } from '../messages'
import { outcomeOfCode } from '../order-status'
import { failed, type PaymentOutcome } from '../outcome'
import type { Attempt } from '../payment-method'
import { startRefusal } from '../start-refusals'
import { confirmPayPal } from './confirm-paypal'
import { createPayPalOrder, type Payer, sayApproved } from './paypal-calls'

/** PayPal's name for a source of money that was refused; the buyer may choose another. */
const DECLINED = 'INSTRUMENT_DECLINED'

/** PayPal's record of a captured order, as far as we read it. */
export type WalletCapture = {
  id?: string
  status?: string
  payer?: { email_address?: string; name?: { given_name?: string; surname?: string } }
  purchase_units?: { amount?: unknown; payments?: { captures?: { status?: string }[] } }[]
  create_time?: string
  update_time?: string
}

/** Step 1 (R155): our server creates PayPal's order, or it is known why there is none (D-42, D-44). */
export async function openPayPalOrder({ order, lock }: Attempt): Promise<string | PaymentOutcome> {
  const created = await createPayPalOrder(order)
  if (created.kind === 'ok') {
    const providerId = orderIdIn(created.body)
    if (!providerId) return failed(walletMessages.couldNotCreate(walletMessages.invalidResponse))
    // The buyer may approve in PayPal's window and this page be gone by then.
    lock({ method: 'paypal', providerId, isTaken: false })
    return providerId
  }
  const describe = (reason?: string) => walletMessages.couldNotCreate(reason ?? walletMessages.createFailed)
  const known = await startRefusal(order.id, created, describe)
  return known ?? failed(describe(created.kind === 'refused' ? created.message : undefined))
}

/**
 * Steps 3 and 4 (R156): the server learns that the browser captures, the browser captures, the server confirms. A
 * browser that cannot say so leaves the capture to the server: what its library declines nobody would hear of. When
 * the browser's capture fails the server is asked all the same, because the money may have moved and only the
 * response be lost.
 * @returns `declined` when PayPal wants the buyer to choose another source of money.
 */
export async function capturePayment(
  { order, lock }: Attempt,
  providerId: string,
  capture: () => Promise<WalletCapture>,
): Promise<PaymentOutcome | 'declined'> {
  const said = await sayApproved(providerId)
  const stopped = await stopReason(order.id, said)
  if (stopped) return stopped
  let details: WalletCapture = {}
  let failure: string | undefined
  let isDeclined = false
  try {
    if (said.kind === 'ok') details = await capture()
  } catch (error) {
    isDeclined = textOf(error).includes(DECLINED)
    failure = walletErrorMessage(error, (reason) => walletMessages.failed(reason ?? walletMessages.captureFailed))
  }
  const payment = { method: 'paypal', providerId, isTaken: isTaken(details) }
  lock(payment)
  const outcome = await confirmPayPal(order, {
    ...payment,
    payer: payerOf(details),
    isDeclined,
    isApproved: !isDeclined,
  })
  if (outcome.kind === 'declined') return 'declined'
  if (outcome.kind === 'paid') return { ...outcome, result: resultOf(providerId, details) }
  return failure && 'message' in outcome ? { ...outcome, message: failure } : outcome
}

/** Why nothing may be captured: the payment was given up or paid meanwhile. */
async function stopReason(orderId: string, said: ApiResult): Promise<PaymentOutcome | undefined> {
  const known = await outcomeOfCode(orderId, said)
  if (known || said.kind !== 'refused') return known
  const isGivenUp = said.code === 'order_conflict' || said.code === 'payment_not_found'
  return isGivenUp ? failed(walletMessages.failed(said.message ?? walletMessages.captureFailed)) : undefined
}

/**
 * The buyer has left PayPal's window while the library still captured: it had been declined.
 * @returns what came of it where the money has moved all the same.
 */
export async function endCapture({ order }: Attempt, providerId: string): Promise<PaymentOutcome | undefined> {
  const outcome = await confirmPayPal(order, { providerId, isTaken: false, isDeclined: true })
  return outcome.kind === 'paid' ? outcome : undefined
}

/** A window the buyer closed is a cancellation, whichever way it is reported (D-44). */
export function walletErrorMessage(error: unknown, describe: (reason: string | undefined) => string): string {
  const reason = textOf(error) || undefined
  const isClosed = reason?.includes('Window is closed') || reason?.includes('Detected popup close')
  return isClosed ? walletMessages.cancelled : describe(reason)
}

/** PayPal calls an order complete as soon as it is captured, also while the bank still decides about the capture. */
function isTaken({ status, purchase_units: units = [] }: WalletCapture): boolean {
  const captures = units.flatMap(({ payments }) => payments?.captures ?? [])
  return status === 'COMPLETED' && captures.every((capture) => capture.status === 'COMPLETED')
}

function payerOf({ payer }: WalletCapture): Partial<Payer> {
  const name = [payer?.name?.given_name, payer?.name?.surname].filter(Boolean).join(' ')
  return { ...(payer?.email_address && { email: payer.email_address }), ...(name && { name }) }
}

/** What the application is given (R157). */
function resultOf(providerId: string, details: WalletCapture): PaymentResult {
  return {
    method: 'paypal',
    id: details.id ?? providerId,
    status: details.status ?? '',
    payer: details.payer,
    amount: details.purchase_units?.[0]?.amount,
    createTime: details.create_time ?? '',
    updateTime: details.update_time ?? '',
  }
}

function orderIdIn(body: unknown): string | undefined {
  const { paypalOrderId } = recordOf(recordOf(body).data)
  return typeof paypalOrderId === 'string' && /^[A-Za-z0-9_-]{1,80}$/.test(paypalOrderId) ? paypalOrderId : undefined
}

function textOf(error: unknown): string {
  const { message } = recordOf(error)
  return typeof message === 'string' ? message : ''
}
