import { listCompanyChanges } from '@site/papers/company'
import { formatNumber } from '@site/papers/paper'
import { formatPence, type Pence } from '@site/shared/money'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { findAttention } from '../attention/attention'
import { confirmBooking } from '../bookings/confirm-booking'
import { giveNumbers } from '../database/paper-numbers'
import { readBooking } from '../orders/booking-repository'
import { type Person, requireOrder } from '../orders/order-repository'
import { listChanges, listOrders, showOrder } from '../orders/order-views'
import type { PaymentServices } from '../payments/shared/payment-services'
import { erasePerson } from '../personal-data/erase-person'
import { exportPerson } from '../personal-data/export-person'
import { reconcile } from '../reconciliation/reconcile'
import { keepRefundByHand, refundPayment } from '../refunds/refund-payment'
import { resetStaff } from '../staff/staff'
import { backUp } from './back-up'
import { changeCompany } from './change-company'
import { examineWebhooks } from './examine-webhooks'
import { exportSales } from './export-sales'
import { cancelOrder, confirmOrder, correctEmail, dismiss, resendMail, takeInPayment } from './order-actions'
import { creditCharged, papersOfDays, reissue } from './paper-actions'

const text = Type.String({ minLength: 1, maxLength: 500 })
const person = { actor: Type.String({ minLength: 1, maxLength: 100 }), reason: text }
const count = Type.Integer({ minimum: 1 })
const amount = Type.Unsafe<Pence>(count)
const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const { Optional } = Type
const MAX_COMPANY_CHANGES = 50

type Asked<F extends Type.TProperties> = Type.Static<Type.TObject<F>>

/** A text result is one sentence for the owner. */
function asking<F extends Type.TProperties, R>(
  fields: F,
  run: (services: PaymentServices, asked: Asked<F>) => R | Promise<R>,
) {
  return { fields, run }
}

/** Only the person and their reason may reach an event. */
function changing<F extends Type.TProperties, R>(
  fields: F,
  run: (services: PaymentServices, person: Person, asked: Asked<F>) => Promise<R>,
) {
  return {
    fields: { ...fields, ...person },
    run: (services: PaymentServices, asked: Asked<F> & Person) =>
      run(services, { actor: asked.actor, reason: asked.reason }, asked),
  }
}

const order = { orderId: text }
const days = { from: day, to: day }
const operations = {
  attention: asking({}, ({ database }) => findAttention(database.queries())),
  list: asking(
    { state: Optional(text), text: Optional(text), day: Optional(day), before: Optional(text), limit: count },
    ({ database }, asked) => listOrders(database.queries(), asked),
  ),
  show: asking(order, ({ database }, { orderId }) => showOrder(database.queries(), orderId)),
  confirm: changing(order, (services, by, { orderId }) => confirmOrder(services, orderId, by)),
  booking: asking(order, ({ database }, { orderId }) =>
    database.transaction(async (tx) => readBooking(tx, await requireOrder(tx, orderId))),
  ),
  'confirm-booking': changing(
    { ...order, courseId: Optional(count), when: text, place: text, instructions: Optional(Type.String()) },
    (services, by, asked) => confirmBooking(services, asked, by),
  ),
  cancel: changing(order, (services, by, { orderId }) => cancelOrder(services, orderId, by)),
  'resend-mail': changing(order, (services, by, { orderId }) => resendMail(services, orderId, by)),
  'correct-email': changing({ ...order, email: text }, (services, by, { orderId, email }) =>
    correctEmail(services, orderId, email, by),
  ),
  refund: changing(
    { ...order, amountPence: Optional(amount), again: Optional(count), isByHand: Optional(Type.Boolean()) },
    refund,
  ),
  receipts: asking({ ...days, limit: Optional(count) }, ({ database }, asked) =>
    papersOfDays(database.queries(), asked),
  ),
  reissue: changing(
    { number: text, name: Optional(text), address: Optional(Type.Array(text, { maxItems: 8 })) },
    (services, by, { number, name, address }) => {
      const customer = { ...(name !== undefined && { name }), ...(address !== undefined && { address }) }
      return reissue(services, number, customer, by)
    },
  ),
  credit: changing({ number: text }, (services, by, { number }) => creditCharged(services, number, by)),
  'take-in': asking({ paymentId: text }, takeInPayment),
  numbers: asking({ receipt: Optional(text), creditNote: Optional(text) }, async ({ database }, next) => {
    const last = await database.transaction((queries) => giveNumbers(queries, next))
    return `The next papers are ${formatNumber('receipt', last.receipt + 1)} and ${formatNumber('credit_note', last.credit_note + 1)}. The shop takes in what was paid meanwhile.`
  }),
  dismiss: changing({ id: text }, (services, by, { id }) => dismiss(services, id, by)),
  reconcile: asking({ sinceMs: count }, (services, { sinceMs }) =>
    reconcile(services, { since: new Date(Date.now() - sinceMs) }),
  ),
  webhooks: asking({ isCreating: Optional(Type.Literal(true)) }, (services, { isCreating }) =>
    examineWebhooks(services, isCreating === true),
  ),
  company: asking({}, ({ database }) => listCompanyChanges(database.queries(), MAX_COMPANY_CHANGES)),
  'change-company': changing(
    { version: Optional(Type.Integer({ minimum: 0 })), facts: Type.Record(text, Type.String({ maxLength: 200 })) },
    (services, by, asked) => changeCompany(services, asked, by),
  ),
  sales: asking(days, ({ database }, asked) => exportSales(database.queries(), asked)),
  export: asking({ email: text }, ({ database }, { email }) => exportPerson(database.queries(), email)),
  erase: changing({ email: text }, (services, by, { email }) => erasePerson(services, email, by)),
  changes: asking({ limit: count }, ({ database }, { limit }) => listChanges(database.queries(), limit)),
  'reset-staff': asking({ email: text }, ({ database }, { email }) => resetStaff(database.queries(), email)),
  backup: asking({ file: text }, ({ database }, { file }) => backUp(database, file)),
}

type Operations = typeof operations
export type Operation = {
  [N in keyof Operations]: { do: N } & Parameters<Operations[N]['run']>[1]
}[keyof Operations]
export type OperationResult = { [N in keyof Operations]: Awaited<ReturnType<Operations[N]['run']>> }
export type Ask = <O extends Operation>(operation: O) => Promise<OperationResult[O['do']]>

const checker = Compile(
  Type.Union(
    Object.entries(operations).map(([name, { fields }]) =>
      Type.Object({ do: Type.Literal(name), ...fields }, { additionalProperties: false }),
    ),
  ),
)

export function parseOperation(value: unknown): Operation | undefined {
  return checker.Check(value) ? (value as Operation) : undefined
}

export async function runOperation<O extends Operation>(
  services: PaymentServices,
  operation: O,
): Promise<OperationResult[O['do']]> {
  const run = operations[operation.do].run as (services: PaymentServices, asked: Operation) => unknown
  return (await run(services, operation)) as OperationResult[O['do']]
}

async function refund(
  services: PaymentServices,
  by: Person,
  asked: { orderId: string; amountPence?: Pence; again?: number; isByHand?: boolean },
): Promise<string> {
  const { orderId, isByHand = false, ...part } = asked
  const result = await (isByHand ? keepRefundByHand : refundPayment)(services, orderId, { ...part, ...by })
  const amount = `${formatPence(result.refundedPence)} of order ${orderId}`
  if (isByHand)
    return `${amount} is kept as sent back by hand. The provider sends nothing, and no credit note is mailed.`
  if (result.state === 'pending') {
    return `${amount} is on its way: the provider has not sent it yet. It is listed until it has.`
  }
  return `${amount} was sent back${services.isMailed ? ', and its buyer will be told' : ''}.`
}
