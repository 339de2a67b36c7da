import { MAX_QUANTITY, MIN_QUANTITY } from '../constants'
import { type CartCourse, isCourseId } from '../course'

/** The course as it was when added, and 1 to 5 places (R94, R98). */
export type CartItem = CartCourse & { quantity: number }

/** Far above any course; keeps every total a number. */
const MAX_PRICE = 100_000
const MAX_TEXT_LENGTH = 2_000

/**
 * Storage is untrusted: drops what is no course of ours and lowers a quantity above the limit (R100, D-25). Keeps a
 * newer release's fields.
 */
export function parseCartItem(value: unknown): CartItem | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { ['__proto__']: _, ...fields } = value as Record<string, unknown>
  const { id, title, duration, image, price, quantity } = fields
  if (!isCourseId(id)) return undefined
  if (!isText(title) || !isText(duration) || !isText(image) || !isPrice(price)) return undefined
  if (!Number.isInteger(quantity) || Number(quantity) < MIN_QUANTITY) return undefined
  return { ...fields, id, title, duration, image, price, quantity: Math.min(Number(quantity), MAX_QUANTITY) }
}

/** A course that stands twice keeps its first line. */
export function parseCartItems(entries: readonly unknown[]): CartItem[] {
  const items = new Map<number, CartItem>()
  for (const entry of entries) {
    const item = parseCartItem(entry)
    if (item && !items.has(item.id)) items.set(item.id, item)
  }
  return [...items.values()]
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_TEXT_LENGTH

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_PRICE
}

/** Sum of the quantities (R24, R95). */
export function itemCount({ items }: { items: readonly CartItem[] }): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}
