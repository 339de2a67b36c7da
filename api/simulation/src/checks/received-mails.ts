import { parseDecimal } from '@site/shared/money'
import type { ReceivedMail } from '../shop/mail-server'
import type { Evidence } from './evidence'

const kinds = [
  { kind: 'confirmation', pattern: /^Your order (\S+) is confirmed$/ },
  { kind: 'received', pattern: /^We have received your payment for order (\S+)$/ },
  { kind: 'refused', pattern: /^Your payment for order (\S+) was refused$/ },
  { kind: 'not taken', pattern: /^Your payment for order (\S+) was not completed$/ },
  { kind: 'refund failed', pattern: /^Your refund for order (\S+) did not arrive$/ },
  { kind: 'refund', pattern: /^A refund for order (\S+)$/ },
  { kind: 'sold', pattern: /^Order (\S+) was paid$/ },
] as const

export type ParsedMail = { kind: (typeof kinds)[number]['kind']; orderId: string; pence: number; at: number }

export function parseMail({ subject, text, at }: ReceivedMail): ParsedMail | undefined {
  for (const { kind, pattern } of kinds) {
    const orderId = pattern.exec(subject)?.[1]
    const pounds = /^(?:Refunded|Total paid|Not paid|Not charged|Not refunded): £([\d.]+)$/m.exec(text)?.[1]
    if (orderId) return { kind, orderId, pence: parseDecimal(pounds ?? '') ?? Number.NaN, at }
  }
  return undefined
}

export function mailsAbout({ world }: Evidence, orderId: string): ParsedMail[] {
  const read = [...world.mailServer.mails.values()].flatMap((mail) => parseMail(mail) ?? [])
  return read.filter((mail) => mail.orderId === orderId)
}
