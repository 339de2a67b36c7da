import type { IncomingHttpHeaders } from 'node:http'

/** All that is taken from a webhook; what happened is asked of the provider. */
export type ProviderEvent = {
  eventId: string
  type: string
  /** The payment it is about; absent when it is about none. */
  providerId?: string
  /** What was charged, where the provider names only that. */
  chargeId?: string
  /** The dispute it is about. */
  disputeId?: string
}

/** @returns `undefined` when the provider did not send it, or sent it long ago. */
export type ReadEvent = (raw: Buffer, headers: IncomingHttpHeaders) => Promise<ProviderEvent | undefined>

/** Whether money went back, was to go back, or came back to us. */
export function isRefund(type: string): boolean {
  return /refund|PAYMENT\.CAPTURE\.REVERSED/i.test(type)
}

/** Whether money has gone without the shop: PayPal announces so what a lost dispute took. */
export function isReversal(type: string): boolean {
  return type === 'PAYMENT.CAPTURE.REVERSED'
}

/** Whether a buyer or a bank wants money back through the provider, or what has become of that. */
export function isDispute(type: string): boolean {
  return type.startsWith('charge.dispute.') || type.startsWith('CUSTOMER.DISPUTE.')
}
