import type { ErrorReply } from '@site/shared/contracts/errors'

/** A refused operation; the message is for the owner. */
export class AdminRefusal extends Error {
  override name = 'AdminRefusal'
}

/** An expected refusal; the message is for the visitor. */
export type Refusal = {
  status: number
  code: string
  message: string
  retryAfterSeconds?: number
  data?: ErrorReply['data']
}

export const refusal = (status: number, code: string, message: string): Refusal => ({ status, code, message })

export class ApiError extends Error {
  override name = 'ApiError'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

export function codeOf(error: unknown): string | undefined {
  // Not `instanceof`: a thread's errors are from another realm.
  const { code } = Object(error)
  return typeof code === 'string' ? code : undefined
}

/** `moving`: money of an order moves. `paid`: an order was just found to be paid. `message`: one is being sent. */
export class ErasureWaits extends AdminRefusal {
  readonly why: 'moving' | 'paid' | 'message'
  readonly orderIds: string
  constructor(why: ErasureWaits['why'], message: string, orderIds = '') {
    super(message)
    this.why = why
    this.orderIds = orderIds
  }
}
