import { keptOf } from '../books/booked-payment'
import { DAY } from '../world/clock'
import type { Breach, Evidence } from './breach'
import { type LetterKind, readLetter } from './letters'
import type { ShopRecords } from './shop-records'

/** So long a mail may wait for a server that sends it. */
const MAIL_TAKES = DAY

/** Each sale and each refund is written about once, with the amount that moved. */
export function judgeMails(evidence: Evidence): Breach[] {
  const { world, records } = evidence
  const letters = [...world.mailServer.letters.values()].map((letter) => ({ letter, read: readLetter(letter) }))
  const unread = letters
    .filter(({ read }) => !read)
    .map(
      ({ letter }): Breach => ({
        invariant: 'mail',
        text: `nobody understands the mail "${letter.subject}"`,
        about: [],
      }),
    )
  const judged = records.orders
    .filter(({ erased }) => !erased)
    .flatMap(({ id }) =>
      judgeOrder(
        evidence,
        id,
        letters.flatMap(({ read }) => (read?.orderId === id ? [read] : [])),
      ),
    )
  return [...unread, ...judged]
}

type Read = NonNullable<ReturnType<typeof readLetter>>

function judgeOrder(evidence: Evidence, orderId: string, letters: readonly Read[]): Breach[] {
  const { pairs, records } = evidence
  const own = pairs.filter((pair) => pair.orderId === orderId)
  const about = [orderId, ...own.map(({ booked }) => booked.id)]
  const breach = (text: string): Breach => ({ invariant: 'mail', text: `${orderId}: ${text}`, about })
  const count = (kind: LetterKind) => letters.filter((letter) => letter.kind === kind).length
  const isPaid = records.orders.some(({ id, state }) => id === orderId && state === 'paid')
  const breaches: Breach[] = []
  if (isPaid && count('confirmation') !== 1)
    breaches.push(breach(`it is paid, with ${count('confirmation')} confirmations`))
  if (count('confirmation') > 1 || count('received') > 1) breaches.push(breach('its buyer was thanked twice'))
  if (isPaid && count('sold') !== 1)
    breaches.push(breach(`the shop was written to ${count('sold')} times about its sale`))
  const taken = own.map(({ booked }) => booked.takenPence)
  for (const { kind, pence } of letters) {
    const isThanks = kind === 'confirmation' || kind === 'received' || kind === 'sold'
    if (isThanks && !taken.includes(pence)) breaches.push(breach(`a mail says that ${pence} was paid`))
  }
  const notTaken = own.filter(({ booked, record }) => keptOf(booked) > 0 && isSaidNotTaken(records, record?.id))
  for (const { booked } of notTaken)
    breaches.push(breach(`a mail says that ${booked.id} was not taken, and it is kept`))
  return [...breaches, ...judgeRefundMails(evidence, orderId, letters, breach)]
}

function isSaidNotTaken({ mails }: ShopRecords, payment: number | undefined): boolean {
  return mails.some(({ kind, sent }) => sent && kind === `payment_not_taken:${payment}`)
}

/** One mail for each refund that was sent, with its amount; one that has failed since may have been written about. */
function judgeRefundMails(
  { world, pairs, records }: Evidence,
  orderId: string,
  letters: readonly Read[],
  breach: (text: string) => Breach,
): Breach[] {
  const refunds = pairs
    .filter((pair) => pair.orderId === orderId)
    .flatMap(({ booked }) => booked.refunds.map((refund) => ({ ...refund, payment: booked.id })))
  const sum = (list: readonly { amountPence: number }[]) =>
    list.reduce((total, { amountPence }) => total + amountPence, 0)
  const written = letters.filter(({ kind }) => kind === 'refund')
  const writtenPence = sum(written.map(({ pence }) => ({ amountPence: pence })))
  const sent = refunds.filter(({ state }) => state === 'sent')
  // One that nobody announced to the shop it cannot write about.
  const silent = sent.filter(
    ({ origin, payment, at }) => origin === 'dashboard' && !world.webhooks.hasAnnounced(payment, at),
  )
  // Between being erased and buying once more there was nobody to write to; what was to be written by then was taken out with the person.
  const { email = '' } = records.orders.find(({ id }) => id === orderId) ?? {}
  const erasedSince = world.promises.erasedSince.get(email) ?? Number.POSITIVE_INFINITY
  const isOwed = (refund: (typeof sent)[number]) => !silent.includes(refund) && refund.at < erasedSince - MAIL_TAKES
  const failed = refunds.filter(({ hasFailedLate, wasSent }) => hasFailedLate && wasSent)
  const least = sum(sent.filter(isOwed))
  const most = sum(sent) + sum(failed)
  if (writtenPence >= least && writtenPence <= most) return []
  return [breach(`${sum(sent)} went back, and mails speak of ${writtenPence}`)]
}
