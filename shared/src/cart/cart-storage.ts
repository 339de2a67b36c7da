import type { PersistStorage } from 'zustand/middleware'
import { type CartItem, parseCartItems } from './cart-item'

export type StoredCart = { items: CartItem[] }

/**
 * A JSON array under one key (R99); reads `{ state: { items } }` too. Only the first reading writes back what it
 * cleaned (R100): later ones would answer other tabs for ever. `onAccess` gets the reason of a failed access, or
 * nothing.
 */
export function createCartStorage(onAccess: (failure?: unknown) => void): PersistStorage<StoredCart> {
  let isFirstReading = true
  return {
    getItem(name) {
      const text = readText(name, onAccess)
      const items = parseStored(text)
      // A failure is harmless: the old text is cleaned again next time.
      if (isFirstReading && text !== null && !holds(text, items)) writeText(name, JSON.stringify(items))
      isFirstReading = false
      return { state: { items }, version: 0 }
    },
    setItem(name, { state: { items } }) {
      const stands = holds(
        readText(name, () => {}),
        items,
      )
      onAccess(stands ? undefined : writeText(name, JSON.stringify(items)))
    },
    removeItem(name) {
      localStorage.removeItem(name)
    },
  }
}

/** Compares with a stored text, whatever the order of its fields. */
function holds(text: string | null, items: readonly CartItem[]): boolean {
  try {
    return text !== null && inOrder(JSON.parse(text)) === inOrder(items)
  } catch {
    return false
  }
}

function inOrder(value: unknown): string {
  return JSON.stringify(value, (_key, part) => {
    const isObject = typeof part === 'object' && part !== null && !Array.isArray(part)
    return isObject ? Object.fromEntries(Object.entries(part).sort()) : part
  })
}

function readText(name: string, onFailure: (failure: unknown) => void): string | null {
  try {
    return localStorage.getItem(name)
  } catch (error) {
    onFailure(error)
    return null
  }
}

function writeText(name: string, text: string): unknown {
  try {
    localStorage.setItem(name, text)
    return undefined
  } catch (error) {
    return error
  }
}

function parseStored(text: string | null): CartItem[] {
  if (text === null) return []
  try {
    return parseCartItems(listOf(JSON.parse(text)))
  } catch (error) {
    console.warn('The stored cart is unreadable; the cart starts empty', error)
    return []
  }
}

function listOf(value: unknown): readonly unknown[] {
  const list = Array.isArray(value) ? value : (value as { state?: { items?: unknown } } | null)?.state?.items
  if (!Array.isArray(list)) throw new TypeError('The stored cart is not a list')
  return list
}
