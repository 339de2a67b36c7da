import { emailSchema } from '@site/shared/contracts/accounts'
import { and, eq } from 'drizzle-orm'
import { Value } from 'typebox/value'
import { takeFromAccount } from '../accounts/own-orders'
import { closeCases } from '../cases/cases'
import type { Queries } from '../database/database'
import { outbox } from '../database/schema'
import { AdminRefusal } from '../errors/api-error'
import { isToBuyer, queueMail } from '../mail/queue-mail'
import { canMove, change, moveOrder, type Person, recordEvent, requireOrder } from '../orders/order-repository'
import { closePayable } from '../payments/abandon-order'
import { orMissing, settle } from '../payments/settle-payment'
import { movePayment, readPayments } from '../payments/shared/payment-repository'
import type { PaymentServices } from '../payments/shared/payment-services'
import { takenOf } from '../refunds/refund-repository'

/** Every action is one transaction with an event that has person and reason. */

export function confirmOrder(services: PaymentServices, orderId: string, person: Person): Promise<string> {
  return services.database.transaction(async (queries) => {
    const order = await requireOrder(queries, orderId)
    const payment = (await readPayments(queries, orderId)).find(({ state }) => state === 'succeeded')
    if (order.state !== 'needs_attention' || !payment) {
      throw new AdminRefusal(
        payment || order.state !== 'needs_attention'
          ? `Order ${orderId} is ${order.state}; only one that is held can be confirmed. To confirm a course, say when and where.`
          : `Nothing has been paid for order ${orderId}: cancel it, or wait until its provider answers.`,
      )
    }
    const paid = await moveOrder(queries, order, 'paid', 'operator', undefined, person)
    const message = { order: paid, kind: 'order_confirmation', amountPence: takenOf(payment) } as const
    const isNews = await queueMail(queries, services, message)
    return isNews
      ? `Order ${orderId} is confirmed, and its buyer will be told.`
      : `Order ${orderId} is confirmed. Nobody is written to about it.`
  })
}

export async function cancelOrder(services: PaymentServices, orderId: string, person: Person): Promise<string> {
  await closePayable(services, orderId)
  return services.database.transaction(async (queries) => {
    const order = await requireOrder(queries, orderId)
    const attempts = await readPayments(queries, orderId)
    if (attempts.some(({ state }) => state === 'succeeded')) {
      throw new AdminRefusal(`Order ${orderId} is paid: refund it, which ends it as well.`)
    }
    if (attempts.some(({ state }) => state === 'processing')) {
      throw new AdminRefusal(`The bank still decides about order ${orderId}: wait for it.`)
    }
    if (!canMove(order.state, 'cancelled')) throw new AdminRefusal(`Order ${orderId} is ${order.state} already.`)
    for (const payment of attempts) await movePayment(queries, payment, 'end')
    await moveOrder(queries, order, 'cancelled', 'operator', undefined, person)
    return `Order ${orderId} is cancelled. Should money arrive for it all the same, it is sent back.`
  })
}

export function resendMail(services: PaymentServices, orderId: string, person: Person): Promise<string> {
  return services.database.transaction(async (queries) => {
    const order = await requireOrder(queries, orderId)
    if (!services.isMailed) throw new AdminRefusal('This shop sends no mail (MAIL=off).')
    if (order.erasedAt) throw new AdminRefusal(`The person was taken out of order ${orderId}.`)
    const kind = order.paidAt ? 'order_confirmation' : 'payment_received'
    if (order.state !== 'paid' && order.state !== 'needs_attention') {
      throw new AdminRefusal(`Order ${orderId} is ${order.state}: there is nothing to confirm.`)
    }
    const payment = (await readPayments(queries, orderId)).find(({ state }) => state === 'succeeded')
    if (!payment) throw new AdminRefusal(`Nothing has been paid for order ${orderId}.`)
    await queueMail(queries, services, { order, kind, amountPence: takenOf(payment) })
    await queries
      .update(outbox)
      .set({ recipient: order.customerEmail, recipientName: order.customerName, ...unsent() })
      .where(and(eq(outbox.orderId, orderId), eq(outbox.kind, kind)))
    await recordEvent(queries, { orderId, type: 'mail_resent', source: 'operator', detail: { kind }, ...person })
    return `The message ${kind} for order ${orderId} will be sent to ${order.customerEmail}.`
  })
}

/** Drops the old address, a stranger's, and takes the order from its account. */
export function correctEmail(services: PaymentServices, orderId: string, to: string, person: Person): Promise<string> {
  return services.database.transaction(async (queries) => {
    const order = await requireOrder(queries, orderId)
    const email = to.trim()
    if (!Value.Check(emailSchema, email)) throw new AdminRefusal(`"${to}" is not an e-mail address.`)
    if (order.erasedAt) throw new AdminRefusal(`The person was taken out of order ${orderId}.`)
    if (order.customerEmail === email)
      throw new AdminRefusal(`Order ${orderId} has this address already: resend its mail.`)
    await takeFromAccount(queries, orderId)
    await change(queries, order, { customerEmail: email })
    await recordEvent(queries, { orderId, type: 'email_corrected', source: 'operator', ...person })
    const rows = await queries
      .update(outbox)
      .set({ recipient: email, ...unsent() })
      .where(and(eq(outbox.orderId, orderId), isToBuyer))
      .returning({ id: outbox.id })
    const what = rows.length === 1 ? 'its message' : `its ${rows.length} messages`
    return `Order ${orderId} is ${email}'s now${rows.length > 0 ? `, and ${what} will be sent there` : ''}.`
  })
}

/** Money that a set-back database does not know. The webhook, the page and the daily comparison do the same. */
export async function takeInPayment(services: PaymentServices, { paymentId }: { paymentId: string }): Promise<string> {
  const provider = paymentId.startsWith('pi_') ? 'stripe' : 'paypal'
  const { read, readByCharge } = services.gateways[provider]
  // PayPal's pages show the id of the charge.
  const response = (await read(paymentId).catch(orMissing)) ?? (await readByCharge(paymentId).catch(orMissing))
  if (!response) throw new AdminRefusal(`${provider} knows no payment ${paymentId}.`)
  const settlement = await settle(services, response, 'operator')
  if (settlement.type !== 'unknown') return `${paymentId} is a payment of order ${settlement.orderId}: see orders show.`
  throw new AdminRefusal(`${paymentId} is ${response.status} and no money of an order of this shop.`)
}

export function dismiss(services: PaymentServices, id: string, person: Person): Promise<string> {
  return services.database.transaction(async (queries) => {
    if (/^\d{1,15}$/.test(id)) {
      const [closed] = await closeCases(queries, { id: Number(id) }, person)
      if (!closed) throw new AdminRefusal(`There is no open case ${id}.`)
      if (closed.orderId) await recordDismissal(queries, closed.orderId, person, { case: closed.id })
      return `Case ${id} is closed.`
    }
    const order = await requireOrder(queries, id)
    if (order.state === 'needs_attention') {
      throw new AdminRefusal(`Order ${id} is held: confirm, refund or cancel it.`)
    }
    const closed = await closeCases(queries, { orderId: id }, person)
    await recordDismissal(queries, id, person, { cases: closed.map((it) => it.id) })
    return `Order ${id} is off the list.`
  })
}

async function recordDismissal(queries: Queries, orderId: string, person: Person, detail: Record<string, unknown>) {
  await recordEvent(queries, { orderId, type: 'dismissed', source: 'operator', detail, ...person })
}

function unsent() {
  const now = new Date()
  return { sentAt: null, attempts: 0, createdAt: now, nextAttemptAt: now, lastError: null }
}
