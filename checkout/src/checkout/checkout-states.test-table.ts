import { type Answer, confirmed, noResponse, notPaid, pending, refused, standing } from '../testing/attempt'

export type View = 'confirmed' | 'received' | 'form' | 'waiting' | 'locked' | 'question'

export type State =
  | 'card is started'
  | 'card is confirmed'
  | 'wallet is started'
  | 'wallet is captured'
  | 'order is asked after'
  | 'taken order is asked after'
  | 'cancelled order is asked after'

const badGateway: Answer = { status: 502, body: '<html>' }
type Case = { answer: Answer; status?: Answer }

export const responses = {
  paid: { answer: confirmed, status: standing('paid') },
  unpaid: { answer: standing('unpaid') },
  processing: { answer: standing('processing') },
  refunded: { answer: standing('refunded') },
  held: { answer: standing('needs_attention'), status: standing('needs_attention') },
  order_paid: { answer: refused(409, 'x', 'order_paid'), status: standing('paid') },
  'order_paid, then silence': { answer: refused(409, 'x', 'order_paid'), status: noResponse },
  payment_mismatch: { answer: refused(409, 'x', 'payment_mismatch'), status: standing('needs_attention') },
  payment_processing: { answer: pending, status: standing('processing') },
  payment_not_confirmed: { answer: notPaid },
  payment_not_found: { answer: refused(404, 'x', 'payment_not_found') },
  payment_returned: { answer: refused(409, 'It was sent back.', 'payment_returned') },
  payment_refused: { answer: refused(402, 'Refused.', 'payment_refused') },
  similar_order: { answer: refused(409, 'Again?', 'similar_order') },
  price_changed: { answer: refused(422, 'Changed.', 'price_changed', { lines: [{ id: 14, price: 189 }] }) },
  items_required: { answer: refused(422, 'Items, please.', 'items_required') },
  order_conflict: { answer: refused(409, 'In another window.', 'order_conflict') },
  validation: { answer: refused(400, 'Invalid.', 'validation') },
  throttled: { answer: refused(429, 'Slowly.', 'throttled') },
  unavailable: { answer: refused(503, 'Later.', 'unavailable') },
  'a proxy’s error': { answer: badGateway },
  'no response': { answer: noResponse },
} satisfies Record<string, Case>

export type ResponseName = keyof typeof responses

/** Paid, received or undecided: the view is the same however the page learns of it. */
const known: Partial<Record<ResponseName, View>> = {
  order_paid: 'confirmed',
  'order_paid, then silence': 'confirmed',
  payment_mismatch: 'received',
  payment_processing: 'waiting',
}

/** Nothing was begun, so any other answer opens the form. */
const starting: Partial<Record<ResponseName, View>> = { ...known, similar_order: 'question' }

/** The provider took the money: only a refund opens the form. Any 2xx is a success. */
const taken: Partial<Record<ResponseName, View>> = {
  ...known,
  paid: 'confirmed',
  held: 'received',
  unpaid: 'confirmed',
  processing: 'confirmed',
  refunded: 'confirmed',
  payment_returned: 'form',
}

const asked: Partial<Record<ResponseName, View>> = {
  paid: 'confirmed',
  held: 'received',
  processing: 'waiting',
  refunded: 'form',
}

/** Any 2xx of `abandon` ends the order. */
const ended = { paid: 'form', held: 'form', unpaid: 'form', processing: 'form', refunded: 'form' } as const

type Column = { otherwise: View; views: Partial<Record<ResponseName, View>> }

export const expected: Record<State, Column> = {
  'card is started': { otherwise: 'form', views: starting },
  'card is confirmed': { otherwise: 'locked', views: taken },
  'wallet is started': { otherwise: 'form', views: starting },
  'wallet is captured': { otherwise: 'locked', views: taken },
  'order is asked after': { otherwise: 'locked', views: { ...asked, unpaid: 'form' } },
  'taken order is asked after': { otherwise: 'locked', views: asked },
  'cancelled order is asked after': { otherwise: 'locked', views: { ...known, ...ended } },
}
