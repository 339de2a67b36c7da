import type { Reply } from '../../http/post-json'
import type { Attempt } from '../../order/attempt'
import type { Evidence, Order, PaymentResult } from '../../order/order'
import { walletMessages } from '../messages'
import { failed, type PaymentOutcome, unsettled } from '../outcome'
import { capturePayPal, createPayPalOrder, type Payer } from '../payment-calls'

type WalletEvidence = Extract<Evidence, { method: 'paypal' }>

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
  const reply = await createPayPalOrder(order)
  if (reply.kind !== 'ok') return creationFailure(reply)
  const paypalOrderId = orderIdIn(reply.body)
  if (!paypalOrderId) return failed(walletMessages.couldNotCreate(walletMessages.invalidResponse))
  // The buyer may approve in PayPal's window and this page be gone by then.
  lock({ method: 'paypal', paypalOrderId, isTaken: false })
  return paypalOrderId
}

function creationFailure(reply: Exclude<Reply, { kind: 'ok' }>): PaymentOutcome {
  if (reply.kind !== 'refused') return failed(walletMessages.couldNotCreate(walletMessages.createFailed))
  if (reply.code === 'order_paid') return { kind: 'paid' }
  if (reply.code === 'payment_processing') return { kind: 'processing' }
  return failed(walletMessages.couldNotCreate(reply.message ?? walletMessages.createFailed))
}

/**
 * Steps 3 and 4 (R156): the browser captures, the server is told. When the browser's capture fails the
 * server is asked all the same, because the money may have moved and only the reply be lost.
 */
export async function capturePayment(
  { order, lock }: Attempt,
  paypalOrderId: string,
  capture: () => Promise<WalletCapture>,
): Promise<PaymentOutcome> {
  let details: WalletCapture = {}
  let failure: string | undefined
  try {
    details = await capture()
  } catch (error) {
    failure = walletErrorMessage(error, (reason) => walletMessages.failed(reason ?? walletMessages.captureFailed))
  }
  const evidence: WalletEvidence = { method: 'paypal', paypalOrderId, isTaken: isTaken(details) }
  lock(evidence)
  const outcome = await confirmWallet(order, evidence, payerOf(details))
  if (outcome.kind === 'paid') return { kind: 'paid', result: resultOf(paypalOrderId, details) }
  return failure && 'message' in outcome ? { ...outcome, message: failure } : outcome
}

/** Tells our server that PayPal was approved; it captures what is only approved, and may be asked again. */
export async function confirmWallet(
  order: Order,
  { paypalOrderId, isTaken }: WalletEvidence,
  payer?: Partial<Payer>,
): Promise<PaymentOutcome> {
  const reply = await capturePayPal(order, paypalOrderId, payer)
  if (reply.kind === 'ok') return { kind: 'paid' }
  if (reply.kind !== 'refused') return unsettled(walletMessages.failed(walletMessages.captureFailed))
  if (reply.code === 'payment_processing') return { kind: 'processing' }
  const message = walletMessages.failed(reply.message ?? walletMessages.captureFailed)
  if (isTaken) return unsettled(message)
  const isCertain = reply.code === 'payment_not_confirmed' || reply.code === 'payment_refused'
  return isCertain ? failed(message) : unsettled(message)
}

/** A window the buyer closed is a cancellation, whichever way it is reported (D-44). */
export function walletErrorMessage(error: unknown, describe: (reason: string | undefined) => string): string {
  const { message } = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {}
  const reason = typeof message === 'string' && message !== '' ? message : undefined
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
function resultOf(paypalOrderId: string, details: WalletCapture): PaymentResult {
  return {
    method: 'paypal',
    id: details.id ?? paypalOrderId,
    status: details.status ?? '',
    payer: details.payer,
    amount: details.purchase_units?.[0]?.amount,
    createTime: details.create_time ?? '',
    updateTime: details.update_time ?? '',
  }
}

function orderIdIn(body: unknown): string | undefined {
  const data = typeof body === 'object' && body !== null ? (body as Record<string, unknown>).data : undefined
  const id = typeof data === 'object' && data !== null ? (data as Record<string, unknown>).paypalOrderId : undefined
  return typeof id === 'string' && /^[A-Za-z0-9_-]{1,80}$/.test(id) ? id : undefined
}
