import type { IncomingHttpHeaders } from 'node:http'

/** All that is taken from a webhook; what happened is asked of the provider. */
export type ProviderEvent = {
  eventId: string
  type: string
  /** The payment it is about; absent when it is about none. */
  providerId?: string
  /** What was charged, where the provider names only that. */
  chargeId?: string
}

/** @returns `undefined` when the provider did not send it, or sent it long ago. */
export type ReadEvent = (raw: Buffer, headers: IncomingHttpHeaders) => Promise<ProviderEvent | undefined>

/** Whether a buyer or a bank has begun to take money back through the provider: a person must answer. */
export function isDispute(type: string): boolean {
  return type.startsWith('charge.dispute.created') || type === 'CUSTOMER.DISPUTE.CREATED'
}
