import type { Attempt } from '../order/attempt'
import type { Evidence, LockedOrder } from '../order/order'
import type { Answer } from './network'

export type { Answer }

const line = { id: 1, title: 'Course 1', duration: '1 Day', price: 99, image: '/1.svg', quantity: 1 }
const customer = { firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com' }

export const openOrder = { id: 'order_1700000000000_abcdefgh', lines: [line], customer, stage: 'open' as const }

/** The same order once money may have moved. */
export function lockedOrder(evidence: Evidence): LockedOrder {
  return { ...openOrder, stage: 'locked', evidence }
}

/** An attempt to pay it that lists how it was locked. */
export function newAttempt(): Attempt & { locks: Evidence[] } {
  const locks: Evidence[] = []
  return { order: openOrder, locks, lock: (evidence) => void locks.push(evidence), end: () => {} }
}

export function refused(status: number, message?: string, code?: string) {
  return { status, body: { success: false, message, code } }
}

/** The server is certain that no money moved. */
export const notPaid = refused(400, 'Not paid.', 'payment_not_confirmed')
export const noResponse: Answer = 'no-response'
