import { formatPence, pence } from '@site/shared/money'
import type { OrderState, orderEvents, outbox } from '../database/schema'
import { formatTime, type OrderRecord } from '../orders/order-views'

type Event = typeof orderEvents.$inferSelect
type Mail = typeof outbox.$inferSelect

export const stateNames: Readonly<Record<string, string>> = {
  created: 'begun',
  pending: 'begun, not paid',
  processing: 'the bank decides',
  paid: 'paid',
  failed: 'payment refused',
  cancelled: 'cancelled',
  needs_attention: 'held for you',
  refunded: 'refunded',
  charged_back: 'charged back',
} satisfies Record<OrderState, string>

const moves: Readonly<Record<string, string>> = {
  pending: 'The buyer went on to pay',
  processing: 'The bank began to decide about the payment',
  paid: 'The order was paid',
  failed: 'The payment was refused',
  cancelled: 'The order was cancelled',
  needs_attention: 'The order was held for you',
  refunded: 'All of the money went back',
  charged_back: 'A lost dispute took the money',
}

const happenings: Readonly<Record<string, (detail: Record<string, unknown>) => string>> = {
  created: () => 'The buyer began the order',
  priced_again: ({ before, after }) => `The buyer changed the basket: ${money(after)} instead of ${money(before)}`,
  customer_changed: () => 'The buyer changed their name or address',
  abandoned: () => 'The buyer gave up a payment',
  expired: () => 'A payment was not finished in time',
  taken_in: () => 'The shop took in a payment that it did not know',
  alert: () => 'The shop noticed something',
  refund_requested: ({ amountPence }) => `A refund of ${money(amountPence)} was asked for`,
  refund_failed: ({ amountPence }) => `A refund of ${money(amountPence)} failed`,
  refunded: ({ amountPence }) => `${money(amountPence)} went back to the buyer`,
  returned: ({ amountPence }) => `The shop sent ${money(amountPence)} back that it may not keep`,
  mail_resent: () => 'The confirmation was sent again',
  email_corrected: () => 'The buyer’s address was corrected, and all messages were sent again',
  dismissed: () => 'The order was taken off the list',
  receipt_reissued: ({ receipt, before }) => `Receipt ${receipt} took the place of ${before}`,
  receipt_credited: ({ creditNote, receipt }) => `Credit note ${creditNote} took the rest off receipt ${receipt}`,
  date_confirmed: ({ startsAt }) => `The date ${formatTime(String(startsAt))} was confirmed`,
  dispute_won: () => 'A dispute was won',
  charged_back: () => 'A dispute was lost',
  erased: () => 'The buyer was erased from the order',
}

/** One sentence for each thing that happened, the first one first. */
export function tellStory({ events, mails, papers, disputes }: OrderRecord): { at: Date; text: string }[] {
  const chapters = [
    ...events.map((event) => ({ at: event.at, text: describeEvent(event) })),
    ...papers.map(({ number, issuedAt, totalPence }) => ({
      at: new Date(issuedAt),
      text: `${number.startsWith('C') ? 'Credit note' : 'Receipt'} ${number} of ${money(totalPence)} was issued.`,
    })),
    ...mails.map((mail) => ({ at: mail.sentAt ?? mail.createdAt, text: describeMail(mail) })),
    ...disputes.map(({ openedAt, amountPence, reason }) => ({
      at: openedAt,
      text: `The buyer disputed ${money(amountPence)} at their bank${reason ? `: ${reason.replaceAll('_', ' ')}` : ''}.`,
    })),
  ]
  return chapters.sort((a, b) => a.at.getTime() - b.at.getTime())
}

export function describeEvent({ type, toState, detail, actor, reason, source }: Event): string {
  const happened = happenings[type]?.(detail ?? {}) ?? type.replaceAll('_', ' ')
  const isConfirmed = toState === 'paid' && source === 'operator'
  const moved = isConfirmed ? 'The order was confirmed' : moves[toState ?? '']
  const why = detail?.reason ? `: ${detail.reason}` : ''
  const person = actor ? `, by ${actor}` : ''
  return `${(type === 'moved' && moved) || happened}${person}${why}${reason ? ` (“${reason}”)` : ''}.`
}

function describeMail({ kind, recipient, sentAt, attempts, lastError }: Mail): string {
  const name = `The message “${(kind.split(':')[0] ?? '').replaceAll('_', ' ')}”`
  const to = recipient ? ` to ${recipient}` : ''
  if (sentAt) return `${name} was sent${to}.`
  return attempts > 0
    ? `${name} could not be sent${to}: ${lastError ?? 'it is being tried'}.`
    : `${name} waits to be sent${to}.`
}

function money(amount: unknown): string {
  return formatPence(pence(Number(amount ?? 0)))
}
