import type { OrderState } from '../database/schema'

/** Which state of an order follows which; payments/README.md draws who moves it there. */
const next: Readonly<Record<OrderState, readonly OrderState[]>> = {
  created: ['pending', 'failed', 'cancelled', 'needs_attention'],
  pending: ['processing', 'paid', 'failed', 'cancelled', 'needs_attention'],
  processing: ['paid', 'failed', 'cancelled', 'needs_attention'],
  failed: ['pending', 'cancelled', 'needs_attention'],
  cancelled: ['pending', 'needs_attention'],
  // A person decides; by itself it is only left again when a silent provider has answered.
  needs_attention: ['paid', 'cancelled', 'refunded', 'charged_back'],
  // What a bank takes back late is for a person to look at.
  paid: ['needs_attention', 'refunded', 'charged_back'],
  // A refund that came back leaves us with the buyer's money.
  refunded: ['needs_attention'],
  // Lost, and won after an appeal: it is what it was.
  charged_back: ['paid', 'needs_attention'],
}

/** An order was to take a step that does not exist: a bug, or a late event that was not recognised. */
export class IllegalTransition extends Error {
  override name = 'IllegalTransition'
  constructor(orderId: string, from: OrderState, to: OrderState) {
    super(`Order ${orderId} cannot go from ${from} to ${to}`)
  }
}

export function canMove(from: OrderState, to: OrderState): boolean {
  return next[from].includes(to)
}

/** Whether the money for the order has arrived; for `needs_attention` only one of its payments can tell. */
export function isPaidFor(state: OrderState): state is 'paid' | 'needs_attention' {
  return state === 'paid' || state === 'needs_attention'
}
