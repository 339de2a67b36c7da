import { formatPence, type Pence, parseAmount, pence } from '@site/shared/money'
import type { Operation } from '../admin/operations'
import { AdminRefusal } from '../errors/api-error'
import type { Person } from '../orders/order-repository'
import { formatTime, type OrderRecord } from '../orders/order-views'
import { leftOf } from '../refunds/refund-repository'
import type { Fields } from './reply'

type Field = {
  name: string
  label: string
  value?: string
  kind?: 'email' | 'amount' | 'long'
  choices?: readonly (readonly [value: string, name: string])[]
  isOptional?: boolean
}

/** A form, for money and people a second look, then the operation. */
export type OrderAction = {
  title: string
  effect: string
  isOffered: (order: OrderRecord) => boolean
  fields?: (order: OrderRecord) => Field[]
  /** Sentences of the second look, and fields that the last form repeats. */
  review?: (order: OrderRecord, fields: Fields) => { sentences: string[]; hidden?: Record<string, string> }
  operation: (order: OrderRecord, fields: Fields, by: Person) => Operation
  /** Another answer to a refusal: the form was sent twice, and the first one did it. */
  isDone?: (order: OrderRecord, fields: Fields) => string | undefined
}

const isPaid = ({ state }: OrderRecord) => state === 'paid' || state === 'needs_attention'
const isKnown = ({ customerEmail }: OrderRecord) => customerEmail !== ''

export const actions: Readonly<Record<string, OrderAction>> = {
  confirm: {
    title: 'Confirm',
    effect: 'The held order becomes a paid one, and the buyer gets the confirmation with a receipt.',
    isOffered: (order) => order.state === 'needs_attention' && paymentOf(order) !== undefined,
    operation: ({ orderId }, _fields, by) => ({ do: 'confirm', orderId, ...by }),
  },
  'confirm-date': {
    title: 'Confirm a date',
    effect:
      'The buyer and the people who come get the date with a calendar entry and the joining instructions. A confirmed date is changed the same way.',
    isOffered: ({ state, lines }) => state === 'paid' && lines.length > 0,
    fields({ lines }) {
      const choices = lines.map((it) => [`${it.courseId}`, `${it.title}`] as const)
      return [
        ...(choices.length > 1 ? [{ name: 'courseId', label: 'Course', choices }] : []),
        { name: 'when', label: 'Day and times, such as “Tuesday 12 January 2027, 9am to 5pm”' },
        { name: 'place', label: 'Place' },
        { name: 'instructions', label: 'Joining instructions (may be left out)', kind: 'long', isOptional: true },
      ]
    },
    operation: ({ orderId }, { courseId, when = '', place = '', instructions = '' }, by) => ({
      ...{ do: 'confirm-booking', orderId, when, place, instructions, ...by },
      ...(courseId && { courseId: Number(courseId) }),
    }),
  },
  refund: {
    title: 'Refund',
    effect: 'The money goes back to the card or PayPal account that paid. The buyer gets a credit note by email.',
    isOffered: (order) => isPaid(order) && leftToRefund(order) > 0,
    fields: (order) => [
      { name: 'amount', label: `Amount in pounds, at most ${formatPence(leftToRefund(order))}`, kind: 'amount' },
    ],
    review(order, fields) {
      const amountPence = amountOf(order, fields)
      const equal = refundsOf(order, amountPence)
      const { customerName, customerEmail, orderId } = order
      const last = equal.at(-1)
      const left = formatPence(pence(leftToRefund(order) - amountPence))
      return {
        sentences: [
          `${formatPence(amountPence)} goes back to ${customerName} <${customerEmail}> for order ${orderId}.`,
          `${formatPence(order.amountPence)} was the order’s amount; ${left} is left after this refund.`,
          ...(last
            ? [
                `${formatPence(amountPence)} went back before, on ${formatTime(last.createdAt)}. This sends it once more.`,
              ]
            : []),
        ],
        hidden: { again: String(equal.length) },
      }
    },
    operation: ({ orderId }, fields, by) => {
      const again = Number(fields.again)
      return { do: 'refund', orderId, amountPence: penceOf(fields), ...(again > 0 && { again }), ...by }
    },
    isDone(order, fields) {
      const asked = refundsOf(order, penceOf(fields))[Number(fields.again)]
      return asked && asked.state !== 'requested'
        ? `${formatPence(penceOf(fields))} is refunded once: this form was sent twice.`
        : undefined
    },
  },
  'resend-mail': {
    title: 'Send the confirmation again',
    effect: 'The buyer gets the confirmation and the receipt once more, at the order’s address.',
    isOffered: (order) => isPaid(order) && isKnown(order),
    operation: ({ orderId }, _fields, by) => ({ do: 'resend-mail', orderId, ...by }),
  },
  'correct-email': {
    title: 'Correct the address',
    effect: 'The order gets another email address, and all its messages are sent there again.',
    isOffered: isKnown,
    fields: ({ customerEmail }) => [{ name: 'email', label: 'New email address', kind: 'email', value: customerEmail }],
    operation: ({ orderId }, { email = '' }, by) => ({ do: 'correct-email', orderId, email, ...by }),
  },
  reissue: {
    title: 'Correct the receipt',
    effect: 'The receipt is credited and another takes its place. The buyer gets both by email.',
    isOffered: (order) => isPaid(order) && receiptOf(order) !== undefined,
    fields: () => [
      { name: 'name', label: 'Name on the receipt (left empty: as it is)', isOptional: true },
      { name: 'address', label: 'Address, with commas between its lines (left empty: as it is)', isOptional: true },
    ],
    review: (order, { name = '', address = '' }) => ({
      sentences: [
        `Receipt ${receiptOf(order)} is credited, and another is issued for the same money.`,
        name.trim()
          ? `It names ${[name, ...linesOf(address)].join(', ')}.`
          : `It names the buyer as before, with company and purchase order number as given for the booking${address.trim() ? `, and the address ${linesOf(address).join(', ')}` : ''}.`,
      ],
      hidden: { number: receiptOf(order) ?? '' },
    }),
    operation: (_order, { number = '', name = '', address = '' }, by) => ({
      ...{ do: 'reissue', number, ...by },
      ...(name.trim() && { name: name.trim() }),
      ...(address.trim() && { address: linesOf(address) }),
    }),
  },
  cancel: {
    title: 'Cancel',
    effect: 'The unpaid order ends. Money that arrives for it later is sent back.',
    isOffered: (order) => !paymentOf(order) && !['cancelled', 'refunded', 'charged_back'].includes(order.state),
    operation: ({ orderId }, _fields, by) => ({ do: 'cancel', orderId, ...by }),
  },
  dismiss: {
    title: 'Take off the list',
    effect: 'The order is no longer listed as one that needs you, until something new happens to it.',
    isOffered: ({ state }) => state !== 'needs_attention',
    operation: ({ orderId }, _fields, by) => ({ do: 'dismiss', id: orderId, ...by }),
  },
  erase: {
    title: 'Erase the buyer',
    effect: 'Account, name, address and messages of this person go, in all their orders. What tax law needs stays.',
    isOffered: isKnown,
    review: ({ customerName, customerEmail }) => ({
      sentences: [`${customerName} <${customerEmail}> is erased from every order. This cannot be undone.`],
    }),
    operation: ({ customerEmail }, _fields, by) => ({ do: 'erase', email: customerEmail, ...by }),
  },
}

function receiptOf(order: OrderRecord): string | undefined {
  return order.papers.findLast(({ number, about }) => number.startsWith('R') && !about?.startsWith('C'))?.number
}

function linesOf(address: string): string[] {
  return address.split(',').flatMap((line) => line.trim() || [])
}

function paymentOf(order: OrderRecord) {
  return order.payments.find(({ state }) => state === 'succeeded')
}

function refundsOf(order: OrderRecord, amountPence: Pence) {
  const payment = paymentOf(order) ?? order.payments.find(({ state }) => state === 'refunded')
  return order.refunds.filter(
    (row) => row.paymentId === payment?.id && row.state !== 'failed' && row.amountPence === amountPence,
  )
}

function leftToRefund(order: OrderRecord): Pence {
  const payment = paymentOf(order)
  if (!payment) return pence(0)
  const sentBack = order.refunds.filter(({ paymentId }) => paymentId === payment.id)
  return leftOf(payment, sentBack)
}

function penceOf({ amount = '' }: Fields): Pence {
  const amountPence = parseAmount(amount)
  if (!amountPence) throw new AdminRefusal(`“${amount}” is not an amount in pounds, such as 49.50 or 1,072.`)
  return amountPence
}

function amountOf(order: OrderRecord, fields: Fields): Pence {
  const [amountPence, left] = [penceOf(fields), leftToRefund(order)]
  if (amountPence > left) throw new AdminRefusal(`Only ${formatPence(left)} of this order is left to refund.`)
  return amountPence
}
