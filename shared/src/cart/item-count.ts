import type { CartItem } from './cart-item'

/** Sum of the quantities (R24, R95). */
export function itemCount({ items }: { items: readonly CartItem[] }): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}
