import { type Pence, pence } from '@site/shared/money'
import { composeLine } from './compose-receipt'
import type { CurrentReceipt } from './current-receipt'
import type { PaperLine } from './paper'

/** As many lines of a receipt as a credit note for a part of it names. */
const NAMED = 3

/** Pence that are left on a receipt. */
export function leftOn({ paper, credited }: CurrentReceipt): Pence {
  return pence(paper.totalPence - credited.totalPence)
}

/**
 * The lines of a credit note for a part of a receipt, or all that is left of it. A whole receipt is credited line by line. Of
 * a part nobody can say which course it is for: it is one line, and its VAT is the part of the receipt's VAT that the credit
 * notes up to this one have come to, less what those before it have: parts that make up the whole have its VAT to the penny.
 */
export function composeCredit(receipt: CurrentReceipt, amount: Pence): readonly PaperLine[] {
  const { paper, credited } = receipt
  if (credited.totalPence === 0 && amount === paper.totalPence) return paper.lines
  const upToNow = credited.totalPence + amount
  const vat = pence(Math.round((paper.vatPence * upToNow) / paper.totalPence) - credited.vatPence)
  const what = amount === leftOn(receipt) ? 'The rest' : 'A part'
  return [composeLine(`${what} of receipt ${paper.number}: ${nameLines(paper.lines)}`, amount, vat)]
}

/** Enough to know them by; the receipt has them all. */
function nameLines(lines: readonly PaperLine[]): string {
  const names = lines.map(({ description, quantity }) => (quantity > 1 ? `${quantity} × ${description}` : description))
  const others = names.length - NAMED
  return names.slice(0, NAMED).join(', ') + (others > 0 ? ` and ${others} more` : '')
}
