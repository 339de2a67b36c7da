import type { Pence } from '@site/shared/money'
import type { Queries } from '../database/database'
import { type Order, outbox } from '../database/schema'
import type { MailKind } from './mail-content'

export type MailSettings = {
  /** The right-hand side of message ids. */
  mailDomain: string
  /** Who is told of every sale. */
  shopMail: string
  /** False when the shop was told to send no mail: none is queued, and no page says that one was sent. */
  isMailed: boolean
}

export type Message = {
  kind: MailKind
  order: Order
  /** What was taken or sent back, which is not always what was ordered. */
  amountPence?: Pence
  /** Tells messages of one kind apart where an order may have several, as with refunds. */
  about?: string | number
}

/**
 * Queues a message in the caller's transaction: one of each kind for an order, ever. The first message about
 * money that arrived tells the shop as well.
 */
export async function queueMail(queries: Queries, settings: MailSettings, message: Message): Promise<void> {
  const { order, kind } = message
  if (!settings.isMailed || order.erasedAt) return
  const buyer = { recipient: order.customerEmail, recipientName: order.customerName }
  await insert(queries, settings, message, buyer)
  if (kind !== 'order_confirmation' && kind !== 'payment_received') return
  const shop = { recipient: settings.shopMail, recipientName: '' }
  await insert(queries, settings, { ...message, kind: 'order_sold' }, shop)
}

async function insert(
  queries: Queries,
  { mailDomain }: MailSettings,
  { kind, order, amountPence, about }: Message,
  to: { recipient: string; recipientName: string },
): Promise<void> {
  const name = about === undefined ? kind : `${kind}:${about}`
  await queries
    .insert(outbox)
    .values({
      orderId: order.id,
      kind: name,
      messageId: `<${order.id}.${name.replace(':', '.')}@${mailDomain}>`,
      ...to,
      amountPence: amountPence ?? null,
    })
    .onConflictDoNothing()
}
