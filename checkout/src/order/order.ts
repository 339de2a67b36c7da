import type { CartItem } from '@site/shared/cart'

export type Customer = Readonly<Record<'firstName' | 'lastName' | 'email', string>>

/** `isTaken`: the provider says that it has the money, so no other answer makes the order payable again (D-47). */
export type StartedPayment = {
  method: string
  providerId: string
  isTaken: boolean
  details?: Readonly<Record<string, string>>
}

export type PaymentResult = { method: string; [field: string]: unknown }

type Basket = {
  id: string
  lines: readonly CartItem[]
  customer: Customer
  /** The buyer confirmed a repeated order. */
  isRepeat?: true | undefined
}

type Paid = { payment?: StartedPayment | undefined }

/**
 * `open`: no money can have moved. `locked`: it may have; settle the order first. `isGivenUp`: the buyer no longer
 * wants it. `isHeld`: a person looks at it before it is confirmed.
 */
export type Order =
  | (Basket & { stage: 'open' })
  | (Basket & { stage: 'locked'; isGivenUp?: true | undefined } & Paid)
  | (Basket & { stage: 'complete'; isHeld?: true | undefined; isMailed?: true | undefined } & Paid)

export type OpenOrder = Extract<Order, { stage: 'open' }>
export type LockedOrder = Extract<Order, { stage: 'locked' }>
export type CompleteOrder = Extract<Order, { stage: 'complete' }>

export function newOrderId(): string {
  const random = crypto.getRandomValues(new Uint8Array(8))
  const text = Array.from(random, (byte) => (byte % 36).toString(36)).join('')
  return `order_${Date.now()}_${text}`
}

/** Payable again, with the same id. */
export function reopened({ id, lines, customer, isRepeat }: Order): OpenOrder {
  return { id, lines, customer, isRepeat, stage: 'open' }
}

/** Retries of one purchase share one id (D-33). */
export function isSamePurchase(order: Order, lines: readonly CartItem[], { email }: Customer): boolean {
  const keyOf = (items: readonly CartItem[]) => items.map(({ id, price, quantity }) => [id, price, quantity])
  return order.customer.email === email && JSON.stringify(keyOf(order.lines)) === JSON.stringify(keyOf(lines))
}

/** At most 127 characters, PayPal's limit. */
export function describeOrder({ lines }: Pick<Order, 'lines'>): string {
  const text = oneLine(lines.map(({ title, quantity }) => (quantity > 1 ? `${quantity} x ${title}` : title)).join(', '))
  return text.length > 127 ? `${text.slice(0, 126)}…` : text
}

/** No control characters: it reaches mail headers and the providers. */
export function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}
