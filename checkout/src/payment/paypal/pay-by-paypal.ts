import { recordOf } from '../../http/post-json'
import type { PaymentResult } from '../../order/order'
import { walletMessages } from '../messages'
import { failed, type PaymentOutcome } from '../outcome'
import type { Attempt } from '../payment-method'
import { startRefusal } from '../start-refusals'
import { confirmPayPal } from './confirm-paypal'
import { createPayPalOrder, type Payer } from './paypal-calls'

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
 * Steps 3 and 4 (R156): the browser captures, the server is told. When the browser's capture fails the
 * server is asked all the same, because the money may have moved and only the response be lost.
 * @returns `declined` when PayPal wants the buyer to choose another source of money.
 */
export async function capturePayment(
  { order, lock }: Attempt,
  providerId: string,
  capture: () => Promise<WalletCapture>,
): Promise<PaymentOutcome | 'declined'> {
  let details: WalletCapture = {}
  let failure: string | undefined
  let isDeclined = false
  try {
    details = await capture()
  } catch (error) {
    isDeclined = textOf(error).includes(DECLINED)
    failure = walletErrorMessage(error, (reason) => walletMessages.failed(reason ?? walletMessages.captureFailed))
  }
  const payment = { method: 'paypal', providerId, isTaken: isTaken(details) }
  lock(payment)
  const outcome = await confirmPayPal(order, { ...payment, payer: payerOf(details), isDeclined })
  if (outcome.kind === 'declined') return 'declined'
  if (outcome.kind === 'paid') return { ...outcome, result: resultOf(providerId, details) }
  return failure && 'message' in outcome ? { ...outcome, message: failure } : outcome
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
