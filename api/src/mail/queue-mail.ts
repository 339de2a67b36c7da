import { randomUUID } from 'node:crypto'
import { loadCompany } from '@site/papers/company'
import { company } from '@site/shared/company'
import type { Pence } from '@site/shared/money'
import { and, eq, isNull, like, ne, notLike, type SQL } from 'drizzle-orm'
import type { ConfirmedDate } from '../database/after-sale-tables'
import type { Queries } from '../database/database'
import { type AccountMailDetail, type Order, outbox } from '../database/schema'
import type { AccountMailKind } from './account-mail'
import type { BookingMailKind } from './booking-mail'
import type { MailKind } from './order-mail'

export type MailSettings = {
  mailDomain: string
  shopMail: string | undefined
  /** `false`: queues no mail, and no page promises any. */
  isMailed: boolean
}

export type Message = { kind: MailKind; order: Order; amountPence?: Pence; about?: string | number }

/**
 * Queues once for each kind and order. The first about received money also informs the shop.
 * @returns whether the buyer will get it; `false` if queued before
 */
export async function queueMail(queries: Queries, settings: MailSettings, message: Message): Promise<boolean> {
  const { order, kind } = message
  if (!settings.isMailed) return false
  // Without money the buyer may be a stranger who typed any address and any name.
  const isStranger = kind === 'payment_refused' || kind === 'payment_not_taken'
  const buyer = { recipient: order.customerEmail, recipientName: isStranger ? '' : order.customerName }
  const isNews = order.customerEmail !== '' && (await insert(queries, settings, message, buyer))
  if (kind !== 'order_confirmation' && kind !== 'payment_received') return isNews
  // A command is a process of its own.
  if (!settings.shopMail) await loadCompany(queries)
  const shop = { recipient: settings.shopMail ?? company.email, recipientName: '' }
  await insert(queries, settings, { ...message, kind: 'order_sold' }, shop)
  return isNews
}

async function insert(
  queries: Queries,
  { mailDomain }: MailSettings,
  { kind, order, amountPence, about }: Omit<Message, 'kind'> & { kind: MailKind | BookingMailKind },
  to: { recipient: string; recipientName: string },
): Promise<boolean> {
  const name = about === undefined ? kind : `${kind}:${about}`
  const messageId = `<${order.id}.${name.replace(':', '.')}@${mailDomain}>`
  const values = { orderId: order.id, kind: name, messageId, ...to, amountPence: amountPence ?? null }
  const rows = await queries.insert(outbox).values(values).onConflictDoNothing().returning({ id: outbox.id })
  return rows.length > 0
}

type Dated = { people: readonly { name: string; email: string }[]; confirmed: ConfirmedDate }

/** @returns the number of messages */
export async function queueBookingMail(
  queries: Queries,
  settings: MailSettings,
  order: Order,
  { people, confirmed: { courseId, sequence, isCancelled } }: Dated,
): Promise<number> {
  if (!settings.isMailed) return 0
  const isOfCourse = like(outbox.kind, `%ed:${courseId}.%`)
  await queries.delete(outbox).where(and(eq(outbox.orderId, order.id), isOfCourse, isNull(outbox.sentAt)))
  const about = `${courseId}.${sequence}`
  const what = isCancelled ? 'cancelled' : 'confirmed'
  const buyer = { recipient: order.customerEmail, recipientName: order.customerName }
  const written = new Set(['', order.customerEmail.toLowerCase()])
  if (buyer.recipient) await insert(queries, settings, { kind: `booking_${what}`, order, about }, buyer)
  for (const [place, { name, email }] of people.entries()) {
    if (written.has(email.toLowerCase())) continue
    written.add(email.toLowerCase())
    const to = { recipient: email, recipientName: name }
    await insert(queries, settings, { kind: `place_${what}`, order, about: `${about}.${place}` }, to)
  }
  return written.size - 1
}

type AccountMessage = {
  kind: AccountMailKind
  accountId: string
  to: { email: string; firstName: string; lastName: string; emailConfirmedAt: Date | null }
  detail?: AccountMailDetail
}

export async function queueAccountMail(
  queries: Queries,
  { isMailed, mailDomain }: Pick<MailSettings, 'isMailed' | 'mailDomain'>,
  { kind, accountId, to, detail }: AccountMessage,
): Promise<void> {
  if (!isMailed) return
  await queries.insert(outbox).values({
    kind,
    accountId,
    messageId: `<${randomUUID()}@${mailDomain}>`,
    recipient: to.email,
    // A stranger may have registered the address with any words for a name.
    recipientName: to.emailConfirmedAt ? `${to.firstName} ${to.lastName}` : '',
    detail: detail ?? null,
  })
}

export const isToBuyer = and(ne(outbox.kind, 'order_sold'), notLike(outbox.kind, 'place_%'))

export async function eraseMail(queries: Queries, which: SQL | undefined): Promise<void> {
  await queries.delete(outbox).where(and(which, isNull(outbox.sentAt)))
  const nobody = { recipient: '', recipientName: '', lastError: null, detail: null }
  await queries.update(outbox).set(nobody).where(which)
}
