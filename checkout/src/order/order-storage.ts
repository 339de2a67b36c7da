import { parseCartItems } from '@site/shared/cart'
import type { Customer, Evidence, Order } from './order'

const KEY = 'checkout_order'
const ORDER_ID = /^order_[A-Za-z0-9_-]{6,64}$/
const PROVIDER_ID = /^[A-Za-z0-9_-]{1,255}$/

/** The order this tab was busy with before the page was left or loaded again (D-33, D-47). */
export function readOrder(): Order | undefined {
  try {
    return parseOrder(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
  } catch {
    return undefined
  }
}

export function writeOrder(order: Order | undefined): void {
  try {
    if (order) sessionStorage.setItem(KEY, JSON.stringify(order))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Without storage the order lives as long as the page; the server still charges it only once.
  }
}

function parseOrder(value: unknown): Order | undefined {
  const { id, lines, customer, stage, evidence } = recordOf(value)
  if (typeof id !== 'string' || !ORDER_ID.test(id) || !Array.isArray(lines)) return undefined
  const basket = { id, lines: parseCartItems(lines), customer: parseCustomer(customer) }
  const proof = parseEvidence(evidence)
  if (basket.lines.length === 0) return undefined
  if (stage === 'open') return { ...basket, stage }
  if (stage === 'locked' && proof) return { ...basket, stage, evidence: proof }
  if (stage === 'complete') return { ...basket, stage, ...(proof && { evidence: proof }) }
  return undefined
}

function parseEvidence(value: unknown): Evidence | undefined {
  const { method, paymentIntentId, paypalOrderId, isTaken, cardBrand, last4 } = recordOf(value)
  if (method === 'paypal' && isProviderId(paypalOrderId)) return { method, paypalOrderId, isTaken: isTaken === true }
  if (method !== 'card' || !isProviderId(paymentIntentId)) return undefined
  return {
    method,
    paymentIntentId,
    isTaken: isTaken === true,
    ...(isProviderId(cardBrand) && isProviderId(last4) && { cardBrand, last4 }),
  }
}

function parseCustomer(value: unknown): Customer {
  const { firstName, lastName, email } = recordOf(value)
  return { firstName: textOf(firstName), lastName: textOf(lastName), email: textOf(email) }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 254) : ''
}

function isProviderId(value: unknown): value is string {
  return typeof value === 'string' && PROVIDER_ID.test(value)
}
