import { VAT_RATE } from '@site/shared/constants'
import { fromPounds, type Pence, pence, toPounds, vatOf } from '@site/shared/money'
import type { PaperLine, Sums } from './paper'

export type Sale = {
  orderId: string
  customerName: string
  /** Text for a receipt without lines, as the page showed it. */
  description: string
  /** Amount asked of the buyer. A case that the owner decided may have taken another amount. */
  amountPence: Pence
  takenPence: Pence
  /** `null` where the page sent no items. */
  vatPence: Pence | null
  lines: readonly { title: string; unitPence: Pence; quantity: number }[]
  paidAt: Date
}

/**
 * Splits the sale into lines that add up to the amount taken, to the penny.
 * Uses one line when the amount taken differs from the basket.
 */
export function composeLines(sale: Sale): PaperLine[] {
  const { amountPence, takenPence, vatPence, lines } = sale
  const nets = lines.map(({ unitPence, quantity }) => unitPence * quantity)
  const net = nets.reduce((sum, one) => sum + one, 0)
  const isBasket = lines.length > 0 && vatPence !== null && net + vatPence === amountPence
  if (!isBasket || takenPence !== amountPence) return [composeLine(nameOf(sale), takenPence, vatWithin(takenPence))]
  const vats = sharePence(vatPence, nets)
  return lines.map(({ title, unitPence, quantity }, index) => ({
    description: cleanText(title),
    quantity,
    unitPence,
    netPence: pence(unitPence * quantity),
    vatRate: VAT_RATE,
    vatPence: vats[index] ?? pence(0),
  }))
}

export function composeLine(description: string, total: Pence, vatPence: Pence): PaperLine {
  const netPence = pence(total - vatPence)
  return {
    description: cleanText(description),
    quantity: 1,
    unitPence: netPence,
    netPence,
    vatRate: VAT_RATE,
    vatPence,
  }
}

export function sumLines(lines: readonly PaperLine[]): Sums {
  const netPence = pence(lines.reduce((sum, line) => sum + line.netPence, 0))
  const vatPence = pence(lines.reduce((sum, line) => sum + line.vatPence, 0))
  return { netPence, vatPence, totalPence: pence(netPence + vatPence) }
}

function nameOf({ description, orderId }: Sale): string {
  return cleanText(description) || `Training, as ordered (${orderId})`
}

/**
 * Splits an amount by weight with largest remainders. Without any weight the first share gets all.
 * Exact while amount × weight is below 2^53, about £900,000 × £900,000.
 */
function sharePence(amount: Pence, weights: readonly number[]): Pence[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (whole <= 0) return weights.map((_, index) => (index === 0 ? amount : pence(0)))
  const shares = weights.map((weight) => Math.floor((amount * weight) / whole))
  const remainders = weights.map((weight, index) => amount * weight - (shares[index] ?? 0) * whole)
  const left = amount - shares.reduce((sum, share) => sum + share, 0)
  const order = [...weights.keys()].sort((a, b) => (remainders[b] ?? 0) - (remainders[a] ?? 0))
  const extra = new Set(order.slice(0, left))
  return shares.map((share, index) => pence(share + (extra.has(index) ? 1 : 0)))
}

/**
 * Returns the VAT in an amount without a known basket.
 * Uses the shop's rounding rule (R103) if it yields this total, else the VAT fraction (VAT Act 1994, section 19(2)).
 */
export function vatWithin(total: Pence): Pence {
  const subtotal = Math.round(toPounds(total) / (1 + VAT_RATE))
  const pounds = [subtotal - 1, subtotal, subtotal + 1].find(
    (net) => net >= 0 && fromPounds(net + vatOf(net)) === total,
  )
  if (pounds !== undefined) return fromPounds(vatOf(pounds))
  return pence(Math.round((total * VAT_RATE) / (1 + VAT_RATE)))
}

const MAX_CHARACTERS = 200
const segments = new Intl.Segmenter('en-GB')

/**
 * Removes control and direction characters from typed text, keeps joiners, and makes it one line.
 * Replaces lone surrogates, which PostgreSQL rejects.
 */
export function cleanText(text: string): string {
  const seen = text
    .normalize('NFC')
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .trim()
  const characters = [...segments.segment(seen)].map(({ segment }) => segment)
  return characters.length <= MAX_CHARACTERS ? seen : `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`
}
