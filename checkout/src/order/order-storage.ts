import { parseCartItems } from '@site/shared/cart'
import { recordOf } from '../http/post-json'
import type { Customer, Order, StartedPayment } from './order'

export const ORDER_KEY = 'checkout_order'
const ORDER_ID = /^order_[A-Za-z0-9_-]{6,64}$/
const PROVIDER_ID = /^[A-Za-z0-9_-]{1,255}$/
/** ms; after that a confirmation or another person's form must not appear. */
const KEPT_MS = 30 * 60_000
/**
 * Tabs of two releases read each other's orders: fields are only added, never redefined. Orders without a number have
 * this format.
 */
const FORMAT = 1
const STAGES = ['open', 'locked', 'complete']

/** Shared by all tabs (D-33, D-47). Kept until it is known whether money moved; any other order for half an hour. */
export function readOrder(): Order | undefined {
  try {
    return parseOrder(JSON.parse(localStorage.getItem(ORDER_KEY) ?? 'null'))
  } catch {
    return undefined
  }
}

export function writeOrder(order: Order | undefined): void {
  try {
    if (order) localStorage.setItem(ORDER_KEY, JSON.stringify({ format: FORMAT, ...order, keptAt: Date.now() }))
    else localStorage.removeItem(ORDER_KEY)
  } catch {
    // Without storage the order lives as long as the page; the server still charges it once.
  }
}

function parseOrder(value: unknown): Order | undefined {
  const { id, lines, customer, stage, keptAt, ...rest } = recordOf(value)
  if (typeof id !== 'string' || !ORDER_ID.test(id) || !Array.isArray(lines)) return undefined
  const isRepeat = flagOf(rest.isRepeat)
  const basket = { id, lines: parseCartItems(lines), customer: parseCustomer(customer), isRepeat }
  if (basket.lines.length === 0) return undefined
  const payment = parsePayment(rest.payment)
  // A state that only a later release knows may have taken money: the server decides.
  const isLater = typeof rest.format === 'number' && rest.format > FORMAT && !STAGES.includes(String(stage))
  if (isLater) return { ...basket, stage: 'locked', payment }
  if (stage === 'locked') return { ...basket, stage, payment, isGivenUp: flagOf(rest.isGivenUp) }
  // A clock that was set back must not extend it.
  const age = Date.now() - Number(keptAt)
  if (!(age >= 0 && age < KEPT_MS)) return undefined
  if (stage === 'open') return { ...basket, stage }
  if (stage !== 'complete') return undefined
  return { ...basket, stage, payment, isHeld: flagOf(rest.isHeld), isMailed: flagOf(rest.isMailed) }
}

function parsePayment(value: unknown): StartedPayment | undefined {
  const { method, providerId, isTaken, details } = recordOf(value)
  if (!isProviderId(method) || !isProviderId(providerId)) return undefined
  const texts = Object.entries(recordOf(details)).filter((entry): entry is [string, string] => isProviderId(entry[1]))
  return {
    method,
    providerId,
    isTaken: isTaken === true,
    ...(texts.length > 0 && { details: Object.fromEntries(texts) }),
  }
}

function parseCustomer(value: unknown): Customer {
  const { firstName, lastName, email } = recordOf(value)
  return { firstName: textOf(firstName), lastName: textOf(lastName), email: textOf(email) }
}

const flagOf = (value: unknown) => value === true || undefined

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 254) : ''
}

function isProviderId(value: unknown): value is string {
  return typeof value === 'string' && PROVIDER_ID.test(value)
}
