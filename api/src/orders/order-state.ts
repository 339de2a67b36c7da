/**
 * `created` (kept, no provider asked yet) → `pending` (the buyer may pay) → `processing` (the bank decides)
 * → `paid`. `failed` and `cancelled` can be tried again; `needs_attention` waits for a person.
 */
export type OrderState = 'created' | 'pending' | 'processing' | 'paid' | 'failed' | 'cancelled' | 'needs_attention'

const next: Readonly<Record<OrderState, readonly OrderState[]>> = {
  created: ['pending', 'failed', 'cancelled'],
  pending: ['processing', 'paid', 'failed', 'cancelled', 'needs_attention'],
  processing: ['paid', 'failed', 'cancelled', 'needs_attention'],
  failed: ['pending', 'cancelled'],
  // Money that arrives after the order was given up is never just dropped.
  cancelled: ['pending', 'needs_attention'],
  needs_attention: ['paid', 'cancelled'],
  paid: [],
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

/** Whether the money for the order has arrived. */
export function isPaidFor(state: OrderState): state is 'paid' | 'needs_attention' {
  return state === 'paid' || state === 'needs_attention'
}
