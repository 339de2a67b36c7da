import type { CartItem } from '@site/shared/cart'

/** Who buys (R125). */
export type Customer = Readonly<Record<'firstName' | 'lastName' | 'email', string>>

/**
 * What the provider and our server know a started payment by. `isTaken` is true once the provider has
 * said that it has the money; no answer of anyone else makes the order payable again then (D-47).
 */
export type Evidence =
  | { method: 'card'; paymentIntentId: string; isTaken: boolean; cardBrand?: string; last4?: string }
  | { method: 'paypal'; paypalOrderId: string; isTaken: boolean }

/** What a payment gives the application: the provider's own record of it (R150, R157). */
export type PaymentResult =
  | { method: 'card'; paymentIntent: unknown; cardBrand: string; last4: string }
  | {
      method: 'paypal'
      id: string
      status: string
      payer: unknown
      amount: unknown
      createTime: string
      updateTime: string
    }

type Basket = { id: string; lines: readonly CartItem[]; customer: Customer }

/**
 * One attempt to buy, with the basket as it was. `open`: no money can have moved. `locked`: it may have
 * moved, so the order must be settled before anything else. `complete`: paid.
 */
export type Order =
  | (Basket & { stage: 'open' })
  | (Basket & { stage: 'locked'; evidence: Evidence })
  | (Basket & { stage: 'complete'; evidence?: Evidence })

export type LockedOrder = Extract<Order, { stage: 'locked' }>

/** `order_` + time + random (R133, D-33). */
export function newOrderId(): string {
  const random = crypto.getRandomValues(new Uint8Array(8))
  const text = Array.from(random, (byte) => (byte % 36).toString(36)).join('')
  return `order_${Date.now()}_${text}`
}

/** Whether an order can be used again for this basket: retries of one purchase share one id (D-33). */
export function isSameBasket(order: Order, lines: readonly CartItem[], customer: Customer): boolean {
  return keyOf(order.lines, order.customer) === keyOf(lines, customer)
}

function keyOf(lines: readonly CartItem[], { firstName, lastName, email }: Customer): string {
  return JSON.stringify([lines.map(({ id, price, quantity }) => [id, price, quantity]), firstName, lastName, email])
}

/** What is bought in one line, for the provider's records: at most 127 characters, PayPal's limit. */
export function describeOrder({ lines }: Pick<Order, 'lines'>): string {
  const text = oneLine(lines.map(({ title, quantity }) => (quantity > 1 ? `${quantity} x ${title}` : title)).join(', '))
  return text.length > 127 ? `${text.slice(0, 126)}…` : text
}

/** Text without line breaks and other control characters: it reaches mail headers and the providers. */
export function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}
