import { persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import { MAX_QUANTITY, MIN_QUANTITY, STORAGE_KEYS } from '../constants'
import type { CartCourse } from '../course'
import type { CartItem } from './cart-item'
import { createCartStorage } from './cart-storage'

/** The result of adding, so that the caller can announce it. */
export type AddResult = 'added' | 'raised' | 'full'

export type CartState = {
  items: readonly CartItem[]
  /** The browser refuses to store the cart, so it ends with the document. */
  isMemoryOnly: boolean
  /** Up to five places (R96, D-25). The first price stays (D-19). */
  addCourse: (course: CartCourse) => AddResult
  /** Zero or less removes the line, above five means five (R97, R98). */
  setQuantity: (id: number, quantity: number) => void
  removeCourse: (id: number) => void
  restoreItem: (item: CartItem, index: number) => void
  clear: () => void
}

/** Written out: the library's inferred type would refuse a later shell that only adds a field. */
export type CartStore = {
  getState: () => CartState
  getInitialState: () => CartState
  setState: (change: Partial<CartState>) => void
  /** Calls back after every change; the returned function ends that. */
  subscribe: (listener: (state: CartState, previous: CartState) => void) => () => void
  persist: {
    rehydrate: () => Promise<void> | void
    hasHydrated: () => boolean
    onFinishHydration: (listener: (state: CartState) => void) => () => void
  }
}

/** For tests; the application uses `cartStore()`. */
export function createCartStore(): CartStore {
  const store = createStore<CartState>()(
    persist(
      (set, get) => ({
        items: [],
        isMemoryOnly: false,
        addCourse({ id, title, duration, price, image }) {
          const items = get().items
          const existing = items.find((item) => item.id === id)
          if (!existing) {
            set({ items: [...items, { id, title, duration, price, image, quantity: 1 }] })
            return 'added'
          }
          if (existing.quantity >= MAX_QUANTITY) return 'full'
          get().setQuantity(id, existing.quantity + 1)
          return 'raised'
        },
        setQuantity(id, quantity) {
          if (Number.isNaN(quantity)) return
          const next = Math.min(Math.trunc(quantity), MAX_QUANTITY)
          if (next < MIN_QUANTITY) return get().removeCourse(id)
          set({ items: get().items.map((item) => (item.id === id ? { ...item, quantity: next } : item)) })
        },
        removeCourse(id) {
          set({ items: get().items.filter((item) => item.id !== id) })
        },
        restoreItem(item, index) {
          if (get().items.some(({ id }) => id === item.id)) return
          const items = [...get().items]
          items.splice(index, 0, item)
          set({ items })
        },
        clear() {
          set({ items: [] })
        },
      }),
      {
        name: STORAGE_KEYS.cart,
        storage: createCartStorage((failure) => {
          const isMemoryOnly = failure !== undefined
          if (store.getState().isMemoryOnly === isMemoryOnly) return
          if (isMemoryOnly) console.warn('The cart cannot be stored and is kept in memory', failure)
          store.setState({ isMemoryOnly })
        }),
        partialize: ({ items }) => ({ items: [...items] }),
        skipHydration: true,
      },
    ),
  )
  return store
}

const INSTANCE = Symbol.for('@site/shared/cart-store')
type Registry = { [INSTANCE]?: CartStore }

/** The one cart of the page (R105). */
export function cartStore(): CartStore {
  const registry = globalThis as Registry
  registry[INSTANCE] ??= createCartStore()
  return registry[INSTANCE]
}
