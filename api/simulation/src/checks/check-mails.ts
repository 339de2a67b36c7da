import { refundedOf } from '../providers/books'
import type { Breach, Evidence } from './evidence'
import { mailsAbout, type ParsedMail, parseMail } from './received-mails'

export function checkMails(evidence: Evidence): Breach[] {
  const unread = [...evidence.world.mailServer.mails.values()].filter(
    (mail) => !parseMail(mail) && !/\.(booking|place)_confirmed\./.test(mail.id),
  )
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
