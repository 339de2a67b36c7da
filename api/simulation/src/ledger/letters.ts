import { parseDecimal } from '@site/shared/money'
import type { Letter } from '../shop/mail-server'
import type { Evidence } from './breach'

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

function isToBuyer(letter: Letter, orderId: string): boolean {
  const read = readLetter(letter)
  return read?.orderId === orderId && read.kind !== 'sold'
}

/** Whether the buyer was ever written to about the order; who is erased cannot be, and may not be promised it. */
export function hasLetter({ world, records }: Evidence, orderId: string, mayNotBePromised = false, since = 0): boolean {
  const isErased = !mayNotBePromised && records.orders.find(({ id }) => id === orderId)?.erased === true
  const letters = [...world.mailServer.letters.values()]
  return isErased || letters.some((letter) => letter.at >= since && isToBuyer(letter, orderId))
}

/** What was to be written until then was taken out with the person, who may have come back since. */
export function lastErasure({ people, promises }: Evidence['world'], orderId: string): number {
  const email = people.find(({ orderIds }) => orderIds.includes(orderId))?.email ?? ''
  return Math.max(promises.erased.get(email) ?? 0, promises.erasedSince.get(email) ?? 0)
}
