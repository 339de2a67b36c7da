import { parseCartItems } from '@site/shared/cart'
import type { Customer, Order, StartedPayment } from './order'

const KEY = 'checkout_order'
const ORDER_ID = /^order_[A-Za-z0-9_-]{6,64}$/
const PROVIDER_ID = /^[A-Za-z0-9_-]{1,255}$/
/** Milliseconds: after that nobody wants to see a confirmation again, or somebody else sits at the screen. */
const KEPT_MS = 30 * 60_000
const MOST_DETAILS = 10
/**
 * Tabs of two releases read each other's orders. Fields are only ever added; their meaning stays. A reader takes what it
 * knows of any format; one from before there was a number, of this one.
 */
const FORMAT = 1
const STAGES = ['open', 'locked', 'complete']

/**
 * The order this browser is busy with, whichever tab began it (D-33, D-47). One that may have taken money is
 * kept until that is known; any other is forgotten after half an hour.
 */
export function readOrder(): Order | undefined {
  try {
    return parseOrder(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
  } catch {
    return undefined
  }
}

export function writeOrder(order: Order | undefined): void {
  try {
    if (order) localStorage.setItem(KEY, JSON.stringify({ format: FORMAT, ...order, keptAt: Date.now() }))
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage the order lives as long as the page; the server still charges it only once.
  }
}

/** Calls back with what other tabs make of the order, for as long as the page lives. */
export function watchOrder(onChange: (order: Order | undefined) => void): void {
  const handleStorage = ({ key }: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (key === KEY || key === null) onChange(readOrder())
  }
  const handlePageShow = ({ persisted }: PageTransitionEvent) => {
    // A page kept for the Back button hears no storage events while it sleeps.
    if (persisted) onChange(readOrder())
  }
  window.addEventListener('storage', handleStorage)
  window.addEventListener('pageshow', handlePageShow)
}

function parseOrder(value: unknown): Order | undefined {
  const { id, lines, customer, stage, keptAt, ...rest } = recordOf(value)
  if (typeof id !== 'string' || !ORDER_ID.test(id) || !Array.isArray(lines)) return undefined
  const basket = {
    id,
    lines: parseCartItems(lines),
    customer: parseCustomer(customer),
    ...(rest.isRepeat === true && { isRepeat: true as const }),
  }
  if (basket.lines.length === 0) return undefined
  const payment = parsePayment(rest.payment)
  const paid = payment && { payment }
  // What a later release calls otherwise may have taken money: only the server can say.
  const isLater = typeof rest.format === 'number' && rest.format > FORMAT && !STAGES.includes(String(stage))
  if (isLater) return { ...basket, stage: 'locked', ...paid }
  if (stage === 'locked') return { ...basket, stage, ...paid, ...(rest.isGivenUp === true && { isGivenUp: true }) }
  // A clock that was set back makes nothing last longer.
  const age = Date.now() - Number(keptAt)
  if (!(age >= 0 && age < KEPT_MS)) return undefined
  if (stage === 'open') return { ...basket, stage }
  if (stage !== 'complete') return undefined
  const { isHeld, isMailed } = rest
  return { ...basket, stage, ...paid, ...(isHeld === true && { isHeld }), ...(isMailed === true && { isMailed }) }
}

function parsePayment(value: unknown): StartedPayment | undefined {
  const { method, providerId, isTaken, details } = recordOf(value)
  if (!isProviderId(method) || !isProviderId(providerId)) return undefined
  const texts = Object.entries(recordOf(details)).filter((entry): entry is [string, string] => isProviderId(entry[1]))
  return {
    method,
    providerId,
    isTaken: isTaken === true,
    ...(texts.length > 0 && { details: Object.fromEntries(texts.slice(0, MOST_DETAILS)) }),
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
