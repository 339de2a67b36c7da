import type { ErrorReply } from '@site/shared/contracts/errors'

/** An operation that cannot be done; the message is for the person who asked for it. */
export class AdminRefusal extends Error {
  override name = 'AdminRefusal'
}

/** An expected refusal; the message is for the visitor. */
export type Refusal = {
  status: number
  code: string
  message: string
  retryAfterSeconds?: number
  /** Further data that the code's contract has. */
  data?: ErrorReply['data']
}

/** Ends a request with a refusal. */
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
  // Not `instanceof`: errors of a thread are of another realm.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
