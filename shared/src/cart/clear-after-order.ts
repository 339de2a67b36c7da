import { CART_CLEAR_DELAY_MS, MAX_QUANTITY, MIN_QUANTITY } from '../constants'
import { isCourseId } from '../course'
import { cartStore } from './cart-store'

let finishScheduled: (() => void) | undefined

const KEY = 'cart_paid'

/**
 * Takes paid courses out of the cart after 2 seconds (R131): at once when the page is left, on the next visit when it
 * died (D-32).
 */
export function clearAfterOrder(lines: readonly PaidLine[]): void {
  const pending = {
    lines: lines.map(({ id, quantity }) => ({ id, quantity })),
    dueAt: Date.now() + CART_CLEAR_DELAY_MS,
  }
  schedule(pending, writePendingClear(pending))
}

/** Finishes what a former page left; call once the cart has been read. */
export function resumeClear(): void {
  const pending = readPendingClear()
  if (pending && !finishScheduled) schedule(pending, true)
}

/** The cart still shows paid courses. */
export const isClearPending = (): boolean => finishScheduled !== undefined

function schedule({ lines, dueAt }: PendingClear, isStored: boolean): void {
  finishScheduled?.()
  const finish = () => {
    clearTimeout(timer)
    window.removeEventListener('pagehide', finish)
    finishScheduled = undefined
    // One tab alone takes the marker, so that no place is removed twice.
    if (isStored && !removePendingClear(dueAt)) return
    takeOutOfCart(lines)
  }
  // A clock that was set back must not keep the paid courses in the cart.
  const delay = Math.min(Math.max(dueAt - Date.now(), 0), CART_CLEAR_DELAY_MS)
  const timer = setTimeout(finish, delay)
  window.addEventListener('pagehide', finish)
  finishScheduled = finish
}

/** Keeps items added since. */
export function takeOutOfCart(lines: readonly PaidLine[]): void {
  for (const { id, quantity } of lines) {
    const { items, setQuantity } = cartStore().getState()
    const item = items.find((item) => item.id === id)
    if (item) setQuantity(id, item.quantity - quantity)
  }
}

type PaidLine = { id: number; quantity: number }

/** `dueAt`: ms since 1970. */
type PendingClear = { lines: readonly PaidLine[]; dueAt: number }

function readPendingClear(): PendingClear | undefined {
  try {
    return parse(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
  } catch {
    return undefined
  }
}

/** False when the browser does not keep it. */
function writePendingClear(pending: PendingClear): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(pending))
    return true
  } catch {
    return false
  }
}

/** False when another tab has taken it. */
function removePendingClear(dueAt: number): boolean {
  if (readPendingClear()?.dueAt !== dueAt) return false
  localStorage.removeItem(KEY)
  return true
}

function parse(value: unknown): PendingClear | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { lines, dueAt } = value as Record<string, unknown>
  if (typeof dueAt !== 'number' || !Number.isFinite(dueAt) || !Array.isArray(lines)) return undefined
  return { lines: lines.filter(isPaidLine), dueAt }
}

function isPaidLine(value: unknown): value is PaidLine {
  if (typeof value !== 'object' || value === null) return false
  const { id, quantity } = value as Record<string, unknown>
  return (
    isCourseId(id) && Number.isInteger(quantity) && Number(quantity) >= MIN_QUANTITY && Number(quantity) <= MAX_QUANTITY
  )
}
