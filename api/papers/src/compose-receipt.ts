import { VAT_RATE } from '@site/shared/constants'
import { type Pence, pence } from '@site/shared/money'
import { cleanText } from './clean-text'
import type { PaperLine, Sums } from './paper'
import { sharePence } from './share-pence'
import { vatWithin } from './vat-within'

/** A sale as the shop has kept it. */
export type Sale = {
  orderId: string
  customerName: string
  /** In the words of the page that sold it; stands on the receipt where no lines do. */
  description: string
  /** What the buyer was asked for, and what the provider took: not the same where a person had to decide. */
  amountPence: Pence
  takenPence: Pence
  /** Absent where the page sent no items: then no lines are known either. */
  vatPence: Pence | null
  lines: readonly { title: string; unitPence: Pence; quantity: number }[]
  /** When the money arrived. */
  paidAt: Date
}

/**
 * The lines of a receipt: those of the basket, where that is what was paid for, each with its share of the VAT that was
 * charged; else one line with the VAT that is in the amount. They add up to what was taken, to the penny.
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

/** One line of an amount with its VAT. */
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
