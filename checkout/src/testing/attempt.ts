import type { StartedPayment } from '../order/order'
import type { Attempt } from '../payment/payment-method'
import type { Answer } from './network'

export type { Answer }

const line = { id: 1, title: 'Course 1', duration: '1 Day', price: 99, image: '/1.svg', quantity: 1 }
const customer = { firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com' }

export const openOrder = { id: 'order_1700000000000_abcdefgh', lines: [line], customer, stage: 'open' as const }

export function newAttempt(): Attempt & { locks: StartedPayment[] } {
  const locks: StartedPayment[] = []
  return {
    order: openOrder,
    locks,
    isOver: () => false,
    lock: (payment) => void locks.push(payment),
    run: async () => {},
    end: () => {},
  }
}

export function refused(status: number, message?: string, code?: string, data?: object) {
  return { status, body: { success: false, message, code, data } }
}

export const confirmed = { body: { success: true, message: '', data: { status: 'paid', isMailed: true } } }
export const notPaid = refused(400, 'Not paid.', 'payment_not_confirmed')
export const pending = refused(409, 'Wait.', 'payment_processing')
export const noResponse: Answer = 'no-response'

export function standing(status: string, isMailed = true) {
  return { body: { success: true, message: `It is ${status}.`, data: { status, isMailed } } }
}
