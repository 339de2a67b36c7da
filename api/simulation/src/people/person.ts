import { MINUTE } from '../world/clock'
import type { Visit } from './page'

/** The shop asks about orders so old, and no older ones. */
const ASKED_ABOUT = 30 * MINUTE
/** Of an order of which the shop has begun no payment yet. */
const NEVER = Number.NEGATIVE_INFINITY

/** Somebody who wants one basket, and how often they have said that they want it. */
export type Person = {
  name: string
  email: string
  orderIds: string[]
  meant: number
  /** Orders they have begun to pay, as they last did; `isMeant`: counted as another one. */
  begun: Map<string, Begun>
}

export type Begun = { basket: string; at: number; isMeant: boolean }

/**
 * The same basket of another tab is asked about for half an hour; who begins one that is not like it means both.
 * @returns how the order was begun before, if it was
 */
export function noteBegun(person: Person, { orderId, items, isAmountOnly }: Visit, now: number): Begun | undefined {
  const { begun } = person
  const before = begun.get(orderId)
  const basket = isAmountOnly ? orderId : JSON.stringify(items)
  const others = [...begun].filter(([other, { at }]) => other !== orderId && at !== NEVER).map(([, other]) => other)
  const isAskedAbout = others.every((other) => other.basket === basket && other.at > now - ASKED_ABOUT)
  const wasMeant = before?.isMeant === true
  if (!isAskedAbout && !wasMeant) person.meant += 1
  begun.set(orderId, { basket, at: now, isMeant: wasMeant || !isAskedAbout })
  return before
}

/** Takes back what `noteBegun` has noted of a payment that the shop did not begin: it need not ask anybody about that. */
export function noteNotBegun({ begun }: Person, orderId: string, before: Begun | undefined): void {
  const noted = begun.get(orderId)
  if (noted) begun.set(orderId, { ...noted, ...(before ?? { at: NEVER }), isMeant: noted.isMeant })
}
