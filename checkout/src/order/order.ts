import type { CartItem } from '@site/shared/cart'

/** Who buys (R125). */
export type Customer = Readonly<Record<'firstName' | 'lastName' | 'email', string>>

/**
 * A payment that was begun with a provider, as the provider and our server know it. `isTaken` is true once
 * the provider has said that it has the money; no answer of anyone else makes the order payable again then (D-47).
 */
export type StartedPayment = {
  /** Identifier of the payment method, which alone reads `details`. */
  method: string
  providerId: string
  isTaken: boolean
  details?: Readonly<Record<string, string>>
}

/** What a payment gives the application: the provider's own record of it (R150, R157). */
export type PaymentResult = { method: string; [field: string]: unknown }

type Basket = {
  /** `order_…` (R133). */
  id: string
  lines: readonly CartItem[]
  customer: Customer
  /** The buyer has ordered the same a moment ago, was asked, and means it. */
  isRepeat?: true
}

/**
 * One attempt to buy, with the basket as it was. `open`: no money can have moved. `locked`: money may have moved, so the order must be settled
 * before anything else; `isGivenUp` when the buyer has said that they no longer want to pay it. `complete`:
 * paid; `isHeld` when a person looks at it before it is confirmed.
 */
export type Order =
  | (Basket & { stage: 'open' })
  | (Basket & { stage: 'locked'; payment?: StartedPayment; isGivenUp?: true })
  | (Basket & { stage: 'complete'; payment?: StartedPayment; isHeld?: true; isMailed?: true })

export type OpenOrder = Extract<Order, { stage: 'open' }>
export type LockedOrder = Extract<Order, { stage: 'locked' }>
export type CompleteOrder = Extract<Order, { stage: 'complete' }>

/** `order_` + time + random (R133, D-33). */
export function newOrderId(): string {
  const random = crypto.getRandomValues(new Uint8Array(8))
  const text = Array.from(random, (byte) => (byte % 36).toString(36)).join('')
  return `order_${Date.now()}_${text}`
}

/** The order without what became of it: payable, with the same id. */
export function reopened({ id, lines, customer, isRepeat }: Order): OpenOrder {
  return { id, lines, customer, ...(isRepeat && { isRepeat }), stage: 'open' }
}

/** Whether an order can be used again: retries of one purchase by one buyer share one id (D-33). */
export function isSamePurchase(order: Order, lines: readonly CartItem[], { email }: Customer): boolean {
  const keyOf = (items: readonly CartItem[]) => items.map(({ id, price, quantity }) => [id, price, quantity])
  return order.customer.email === email && JSON.stringify(keyOf(order.lines)) === JSON.stringify(keyOf(lines))
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
