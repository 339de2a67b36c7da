import { CART_CLEAR_DELAY_MS } from '../constants'
import { cartStore } from './cart-store'
import {
  type PaidLine,
  type PendingClear,
  readPendingClear,
  removePendingClear,
  writePendingClear,
} from './pending-clear'

let finishScheduled: (() => void) | undefined

/**
 * Takes what was paid for out of the cart 2 seconds from now (R131), wherever the visitor is by then:
 * a page that is left does it at once, a page that died does it on the next visit (D-32). What was
 * added since the payment stays.
 */
export function clearAfterOrder(lines: readonly PaidLine[]): void {
  const pending = {
    lines: lines.map(({ id, quantity }) => ({ id, quantity })),
    dueAt: Date.now() + CART_CLEAR_DELAY_MS,
  }
  schedule(pending, writePendingClear(pending))
}

/** Finishes what a former page was told to clear; call once the cart has been read. */
export function resumeClear(): void {
  const pending = readPendingClear()
  if (pending && !finishScheduled) schedule(pending, true)
}

/** True while the cart still shows what has been paid for. */
export function isClearPending(): boolean {
  return finishScheduled !== undefined
}

function schedule({ lines, dueAt }: PendingClear, isStored: boolean): void {
  finishScheduled?.()
  const finish = () => {
    clearTimeout(timer)
    window.removeEventListener('pagehide', finish)
    finishScheduled = undefined
    // The marker is taken by one tab only, so that no place is taken out of the cart twice.
    if (isStored && !removePendingClear(dueAt)) return
    takeOutOfCart(lines)
  }
  // A clock that was set back must not keep the paid courses in the cart.
  const delay = Math.min(Math.max(dueAt - Date.now(), 0), CART_CLEAR_DELAY_MS)
  const timer = setTimeout(finish, delay)
  window.addEventListener('pagehide', finish)
  finishScheduled = finish
}

/** Takes so many places out of the cart at once; what was added besides stays. */
export function takeOutOfCart(lines: readonly PaidLine[]): void {
  for (const { id, quantity } of lines) {
    const { items, setQuantity } = cartStore().getState()
    const item = items.find((item) => item.id === id)
    if (item) setQuantity(id, item.quantity - quantity)
  }
}
