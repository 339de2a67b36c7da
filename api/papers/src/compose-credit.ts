import { type Pence, pence } from '@site/shared/money'
import { composeLine } from './compose-receipt'
import type { Paper, PaperLine, Sums } from './paper'

const NAMED = 3

export function leftOn({ paper, credited }: CurrentReceipt): Pence {
  return pence(paper.totalPence - credited.totalPence)
}

/**
 * Composes all lines for a whole receipt, one line for a part.
 * VAT follows from the sum of all credit notes so far, so parts add up to the penny. No part is VAT alone: VAT due on a
 * part of 1p goes into the next.
 */
export function composeCredit(receipt: CurrentReceipt, amount: Pence): readonly PaperLine[] {
  const { paper, credited } = receipt
  if (credited.totalPence === 0 && amount === paper.totalPence) return paper.lines
  const upToNow = credited.totalPence + amount
  const due = Math.round((paper.vatPence * upToNow) / paper.totalPence) - credited.vatPence
  const netLeft = paper.netPence - credited.netPence
  const vat = pence(Math.max(0, amount - netLeft, Math.min(due, amount - 1)))
  const what = amount === leftOn(receipt) ? 'The rest' : 'A part'
  return [composeLine(`${what} of receipt ${paper.number}: ${nameLines(paper.lines)}`, amount, vat)]
}

function nameLines(lines: readonly PaperLine[]): string {
  const names = lines.map(({ description, quantity }) => (quantity > 1 ? `${quantity} × ${description}` : description))
  const others = names.length - NAMED
  return names.slice(0, NAMED).join(', ') + (others > 0 ? ` and ${others} more` : '')
}

export type CurrentReceipt = { paper: Paper; credited: Sums }

/**
 * Finds the last receipt of a sale; a receipt that only reverses a credit note does not count.
 * The amount left to credit follows from all papers of the order.
 */
export function currentReceipt(papers: readonly Paper[]): CurrentReceipt | undefined {
  const paper = papers.findLast(({ kind, about }) => kind === 'receipt' && about?.kind !== 'credit_note')
  if (!paper) return undefined
  const left = (name: keyof Sums) =>
    papers.reduce((sum, one) => sum + (one.kind === 'receipt' ? one[name] : -one[name]), 0)
  const creditedOf = (name: keyof Sums) => pence(paper[name] - left(name))
  const credited = {
    netPence: creditedOf('netPence'),
    vatPence: creditedOf('vatPence'),
    totalPence: creditedOf('totalPence'),
  }
  return { paper, credited }
}
