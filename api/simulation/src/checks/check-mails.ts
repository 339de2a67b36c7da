import { parseDecimal } from '@site/shared/money'
import { refundedOf } from '../providers/books'
import type { ReceivedMail } from '../shop/mail-server'
import type { Breach, Evidence } from './evidence'

const kinds = [
  { kind: 'confirmation', pattern: /^Your order (\S+) is confirmed$/ },
  { kind: 'received', pattern: /^We have received your payment for order (\S+)$/ },
  { kind: 'refused', pattern: /^Your payment for order (\S+) was refused$/ },
  { kind: 'not taken', pattern: /^Your payment for order (\S+) was not completed$/ },
  { kind: 'refund failed', pattern: /^Your refund for order (\S+) did not arrive$/ },
  { kind: 'refund', pattern: /^A refund for order (\S+)$/ },
  { kind: 'sold', pattern: /^Order (\S+) was paid$/ },
] as const

type ParsedMail = { kind: (typeof kinds)[number]['kind']; orderId: string; pence: number }

function parseMail({ subject, text }: ReceivedMail): ParsedMail | undefined {
  for (const { kind, pattern } of kinds) {
    const orderId = pattern.exec(subject)?.[1]
    const pounds = /^(?:Refunded|Total paid|Not paid|Not charged|Not refunded): £([\d.]+)$/m.exec(text)?.[1]
    if (orderId) return { kind, orderId, pence: parseDecimal(pounds ?? '') ?? Number.NaN }
  }
  return undefined
}

export function mailsAbout({ world }: Evidence, orderId: string): ParsedMail[] {
  const read = [...world.mailServer.mails.values()].flatMap((mail) => parseMail(mail) ?? [])
  return read.filter((mail) => mail.orderId === orderId)
}

export function checkMails(evidence: Evidence): Breach[] {
  const unread = [...evidence.world.mailServer.mails.values()].filter((mail) => !parseMail(mail))
  return [
    ...unread.map(({ subject }): Breach => ({ invariant: 'mail', text: `no kind of mail: "${subject}"`, about: [] })),
    ...evidence.records.orders.flatMap((order) => checkOrder(evidence, order)),
  ]
}

function checkOrder(evidence: Evidence, { id, state }: Evidence['records']['orders'][number]): Breach[] {
  const mails = mailsAbout(evidence, id)
  const own = evidence.pairs.filter((pair) => pair.orderId === id)
  const count = (kind: ParsedMail['kind']) => mails.filter((mail) => mail.kind === kind).length
  const texts: string[] = []
  if (state === 'paid' && count('confirmation') !== 1) texts.push(`paid, with ${count('confirmation')} confirmations`)
  if (state === 'paid' && count('sold') !== 1) texts.push(`the shop has ${count('sold')} mails about its sale`)
  if (count('confirmation') > 1 || count('received') > 1) texts.push('its buyer was thanked twice')
  const wrong = mails.filter(
    ({ kind, pence }) =>
      ['confirmation', 'received', 'sold'].includes(kind) && !own.some(({ takenPence }) => takenPence === pence),
  )
  for (const { pence } of wrong) texts.push(`a mail says that ${pence} was paid`)
  const written = mails.filter(({ kind }) => kind === 'refund').reduce((sum, { pence }) => sum + pence, 0)
  const sent = own.reduce((sum, pair) => sum + refundedOf(pair, 'sent'), 0)
  // E-mails are optional for refunds that failed after sending and for refunds made in the dashboard.
  const failed = own.reduce((sum, pair) => sum + refundedOf(pair, 'failed'), 0)
  const byHand = own.flatMap(({ refunds }) => refunds.filter((it) => it.isByHand && it.state === 'sent'))
  const least = sent - byHand.reduce((sum, { amountPence }) => sum + amountPence, 0)
  if (written < least || written > sent + failed) texts.push(`${sent} went back, and mails speak of ${written}`)
  return texts.map((text) => ({ invariant: 'mail', text: `${id}: ${text}`, about: [id, ...own.map((it) => it.id)] }))
}
