import type { IncomingHttpHeaders } from 'node:http'

/** All that is taken from a webhook; what happened is asked of the provider. */
export type ProviderEvent = {
  eventId: string
  type: string
  /** The payment it is about; absent when it is about none. */
  providerId?: string
}

/** @returns `undefined` when the provider did not send it, or sent it long ago. */
export type ReadEvent = (raw: Buffer, headers: IncomingHttpHeaders) => Promise<ProviderEvent | undefined>
