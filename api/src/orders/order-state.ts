import type { OrderState } from '../database/schema'

/** Allowed transitions; payments/README.md shows what triggers them. */
const next: Readonly<Record<OrderState, readonly OrderState[]>> = {
  created: ['pending', 'failed', 'cancelled', 'needs_attention'],
  pending: ['processing', 'paid', 'failed', 'cancelled', 'needs_attention'],
  processing: ['paid', 'failed', 'cancelled', 'needs_attention'],
  failed: ['pending', 'cancelled', 'needs_attention'],
  cancelled: ['pending', 'needs_attention'],
  // A person decides, or a silent provider answers at last.
  needs_attention: ['paid', 'cancelled', 'refunded', 'charged_back'],
  // A late chargeback needs a person.
  paid: ['needs_attention', 'refunded', 'charged_back'],
  // A failed refund leaves the shop with the buyer's money.
  refunded: ['needs_attention'],
  // Lost, then won on appeal.
  charged_back: ['paid', 'needs_attention'],
}

/** A bug or an unrecognised late event. */
export class IllegalTransition extends Error {
  override name = 'IllegalTransition'
  constructor(orderId: string, from: OrderState, to: OrderState) {
    super(`Order ${orderId} cannot go from ${from} to ${to}`)
  }
}

export function canMove(from: OrderState, to: OrderState): boolean {
  return next[from].includes(to)
}

/** For `needs_attention` only the payments can tell. */
export function isPaidFor(state: OrderState): state is 'paid' | 'needs_attention' {
  return state === 'paid' || state === 'needs_attention'
}
