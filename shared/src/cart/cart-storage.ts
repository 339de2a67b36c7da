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
      const clean = JSON.stringify(items)
      // A failure is harmless: the old text is cleaned again next time.
      if (isFirstReading && text !== null && text !== clean) writeText(name, clean)
      isFirstReading = false
      return { state: { items }, version: 0 }
    },
    setItem(name, { state: { items } }) {
      onAccess(writeText(name, JSON.stringify(items)))
    },
    removeItem(name) {
      localStorage.removeItem(name)
    },
  }
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
