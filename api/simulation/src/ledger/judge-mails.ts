import { parseDecimal } from '@site/shared/money'
import type { Letter } from '../shop/mail-server'
import type { Breach, Evidence } from './breach'

/** What a letter says, read from its subject as its reader would. */
const letterKinds = [
  { kind: 'confirmation', pattern: /^Your order (\S+) is confirmed$/ },
  { kind: 'received', pattern: /^We have received your payment for order (\S+)$/ },
  { kind: 'refused', pattern: /^Your payment for order (\S+) was refused$/ },
  { kind: 'not taken', pattern: /^Your payment for order (\S+) was not completed$/ },
  { kind: 'refund failed', pattern: /^Your refund for order (\S+) did not arrive$/ },
  { kind: 'refund', pattern: /^A refund for order (\S+)$/ },
  { kind: 'sold', pattern: /^Order (\S+) was paid$/ },
] as const
export type LetterKind = (typeof letterKinds)[number]['kind']

export function readLetter({ subject, text }: Letter) {
  for (const { kind, pattern } of letterKinds) {
    const orderId = pattern.exec(subject)?.[1]
    if (!orderId) continue
    const pounds = /^(?:Refunded|Total paid|Not paid|Not charged|Not refunded): £([\d.]+)$/m.exec(text)?.[1]
    return { kind, orderId, pence: parseDecimal(pounds ?? '') ?? Number.NaN }
  }
  return undefined
}

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
  return [...breaches, ...judgeRefundMails(evidence, orderId, letters, breach)]
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
  // Between being erased and buying once more there was nobody to write to.
  const { email = '' } = records.orders.find(({ id }) => id === orderId) ?? {}
  const erasedSince = world.promises.erasedSince.get(email) ?? Number.POSITIVE_INFINITY
  const isOwed = (refund: (typeof sent)[number]) => !silent.includes(refund) && refund.at < erasedSince
  const failed = refunds.filter(({ hasFailedLate }) => hasFailedLate)
  const least = sum(sent.filter(isOwed))
  const most = sum(sent) + sum(failed)
  if (writtenPence >= least && writtenPence <= most) return []
  return [breach(`${sum(sent)} went back, and mails speak of ${writtenPence}`)]
}
