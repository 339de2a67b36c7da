import { companyDetails } from '@site/shared/company-details'
import { CURRENCY } from '@site/shared/constants'
import type { CapturePayPal, CreatePayPalOrder } from '@site/shared/contracts/payments'
import { totalsOf } from '@site/shared/money'
import { recordOf, textAt } from '../../http/post-json'
import type { Order, PaymentResult } from '../../order/order'
import { walletMessages } from '../messages'
import { outcomeOfCode, paidOutcome, startRefusal } from '../order-status'
import { orderFields, postPayment } from '../payment-calls'
import { type Attempt, failed, type PaymentOutcome, unsettled } from '../payment-method'

/** After one of these refusals no money was captured. */
const CERTAIN = ['payment_not_confirmed', 'payment_refused', 'payment_not_found']

export type WalletCapture = {
  id?: string
  status?: string
  payer?: { email_address?: string; name?: { given_name?: string; surname?: string } }
  purchase_units?: { amount?: unknown; payments?: { captures?: { status?: string }[] } }[]
  create_time?: string
  update_time?: string
}

export async function openPayPalOrder({ order, lock }: Attempt): Promise<string | PaymentOutcome> {
  const created = await postPayment<CreatePayPalOrder>('paypal-create-order', {
    merchantEmail: companyDetails.merchantEmail,
    ...amountOf(order),
    ...orderFields(order),
  })
  if (created.kind === 'ok') {
    const providerId = orderIdIn(created.body)
    if (!providerId) return failed(walletMessages.couldNotCreate(walletMessages.invalidResponse))
    // The buyer may approve after this page is gone.
    lock({ method: 'paypal', providerId, isTaken: false })
    return providerId
  }
  const describe = (reason?: string) => walletMessages.couldNotCreate(reason ?? walletMessages.createFailed)
  return created.kind === 'refused' ? startRefusal(order.id, created, describe) : failed(describe())
}

/** The message of PayPal's script for every refusal. */
const REFUSED = 'Order could not be captured'

/**
 * The browser captures and tells the server (R156). A refusal counts when PayPal's order shows it, too. After any other
 * error a capture may still be under way, so the order stays locked (D-47).
 */
export async function capturePayment(
  { order, lock }: Attempt,
  providerId: string,
  wallet: Record<'capture' | 'get', () => Promise<WalletCapture>> | undefined,
): Promise<PaymentOutcome> {
  let details: WalletCapture
  try {
    details = (await wallet?.capture()) ?? {}
  } catch (error) {
    const message = walletErrorMessage(error, (reason) => walletMessages.failed(reason ?? walletMessages.captureFailed))
    if (message === walletMessages.cancelled) return failed(message)
    if (!textAt(error, 'message')?.includes(REFUSED)) return unsettled(message)
    details = (await wallet?.get().catch(() => undefined)) ?? {}
    const isOpen = details.status === 'CREATED' || details.status === 'APPROVED'
    if (isOpen && statusesOf(details).length === 0) return failed(message)
    if (details.status !== 'COMPLETED') return unsettled(message)
  }
  const statuses = statusesOf(details)
  if (statuses.length > 0 && statuses.every((status) => status === 'DECLINED' || status === 'FAILED'))
    return failed(walletMessages.failed(walletMessages.captureFailed))
  // PayPal calls an order complete while the bank still decides about its capture.
  const isTaken = details.status === 'COMPLETED' && statuses.every((status) => status === 'COMPLETED')
  lock({ method: 'paypal', providerId, isTaken })
  const outcome = await confirmPayPal(order, providerId, details, isTaken)
  return outcome.kind === 'paid' ? { ...outcome, result: resultOf(providerId, details) } : outcome
}

async function confirmPayPal(
  order: Order,
  providerId: string,
  details: WalletCapture,
  isTaken: boolean,
): Promise<PaymentOutcome> {
  const result = await postPayment<CapturePayPal>('paypal-capture', {
    paypalOrderId: providerId,
    orderId: providerId,
    ...payerOf(details, order),
    ...amountOf(order),
  })
  if (result.kind === 'ok') return paidOutcome(result.body)
  const known = await outcomeOfCode(order.id, result)
  if (known) return known
  const { code = '', message } = result.kind === 'refused' ? result : {}
  const text = walletMessages.failed(message ?? walletMessages.captureFailed)
  const isCertain = code === 'payment_returned' || (!isTaken && CERTAIN.includes(code))
  return isCertain ? failed(text) : unsettled(text)
}

/** A closed window is a cancellation, however it is reported (D-44). */
export function walletErrorMessage(error: unknown, describe: (reason: string | undefined) => string): string {
  const reason = textAt(error, 'message')
  const isClosed = reason?.includes('Window is closed') || reason?.includes('Detected popup close')
  return isClosed ? walletMessages.cancelled : describe(reason)
}

/** Pounds as text with two decimals (R155). */
function amountOf(order: Order) {
  return { amount: totalsOf(order.lines).total.toFixed(2), currency: CURRENCY } as const
}

function statusesOf({ purchase_units: units = [] }: WalletCapture): (string | undefined)[] {
  return units.flatMap(({ payments }) => payments?.captures ?? []).map(({ status }) => status)
}

/** Not necessarily the customer. */
function payerOf({ payer }: WalletCapture, order: Order) {
  const { customerEmail, customerName } = orderFields(order)
  const name = [payer?.name?.given_name, payer?.name?.surname].filter(Boolean).join(' ')
  return { payerEmail: payer?.email_address || customerEmail, payerName: name || customerName }
}

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
