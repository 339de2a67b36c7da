import { randomUUID } from 'node:crypto'
import type { Pence } from '@site/shared/money'
import { and, eq, isNull } from 'drizzle-orm'
import type { Queries } from '../database/database'
import { type AccountMailDetail, type Order, outbox } from '../database/schema'
import type { AccountMailKind } from './account-mail'
import type { MailKind } from './order-mail'

export type MailSettings = {
  mailDomain: string
  shopMail: string
  /** `false`: queues no mail, and no page promises any. */
  isMailed: boolean
}

export type Message = {
  kind: MailKind
  order: Order
  amountPence?: Pence
  about?: string | number
}

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
  // No address: the buyer was taken out, or the provider did not name one.
  const isNews = order.customerEmail !== '' && (await insert(queries, settings, message, buyer))
  if (kind !== 'order_confirmation' && kind !== 'payment_received') return isNews
  const shop = { recipient: settings.shopMail, recipientName: '' }
  await insert(queries, settings, { ...message, kind: 'order_sold' }, shop)
  return isNews
}

async function insert(
  queries: Queries,
  { mailDomain }: MailSettings,
  { kind, order, amountPence, about }: Message,
  to: { recipient: string; recipientName: string },
): Promise<boolean> {
  const name = about === undefined ? kind : `${kind}:${about}`
  const rows = await queries
    .insert(outbox)
    .values({
      orderId: order.id,
      kind: name,
      messageId: `<${order.id}.${name.replace(':', '.')}@${mailDomain}>`,
      ...to,
      amountPence: amountPence ?? null,
    })
    .onConflictDoNothing()
    .returning({ id: outbox.id })
  return rows.length > 0
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

export async function eraseAccountMail(queries: Queries, accountId: string): Promise<void> {
  await queries.delete(outbox).where(and(eq(outbox.accountId, accountId), isNull(outbox.sentAt)))
  await queries
    .update(outbox)
    .set({ recipient: '', recipientName: '', detail: null })
    .where(eq(outbox.accountId, accountId))
}
