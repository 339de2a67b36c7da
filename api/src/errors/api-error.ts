import type { ErrorReply } from '@site/shared/contracts/errors'

/** An operation that cannot be done; the message is for the person who asked for it. */
export class AdminRefusal extends Error {
  override name = 'AdminRefusal'
}

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

/** The code of an error of Node or PostgreSQL, for example `EEXIST` or `23505`. */
export function codeOf(error: unknown): string | undefined {
  // Not `instanceof`: an error of another realm, a thread's for example, is none of ours.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
