import { MAX_QUANTITY, MIN_QUANTITY } from '../constants'
import { isCourseId } from '../course'

export type PaidLine = { id: number; quantity: number }

/** `dueAt`: ms since 1970. */
export type PendingClear = { lines: readonly PaidLine[]; dueAt: number }

const KEY = 'cart_paid'

export function readPendingClear(): PendingClear | undefined {
  try {
    return parse(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
  } catch {
    return undefined
  }
}

/** False when the browser does not keep it. */
export function writePendingClear(pending: PendingClear): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(pending))
    return true
  } catch {
    return false
  }
}

/** False when another tab has taken it. */
export function removePendingClear(dueAt: number): boolean {
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
