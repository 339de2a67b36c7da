import type { ErrorReply } from '@site/shared/contracts/errors'

/** An expected refusal: what the visitor reads, what a program reads, and the status. */
export type Refusal = {
  status: number
  code: string
  message: string
  retryAfterSeconds?: number
  /** What the contract of the code promises beside the words. */
  data?: ErrorReply['data']
}

/** Ends a request with a refusal; for expected outcomes the payment functions return one instead. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly refusal: Refusal
  constructor(refusal: Refusal, options?: ErrorOptions) {
    super(refusal.message, options)
    this.refusal = refusal
  }
}
