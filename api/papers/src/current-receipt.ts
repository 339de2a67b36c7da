import { pence } from '@site/shared/money'
import type { Paper, Sums } from './paper'

/** The receipt that counts, and what of it counts no more. */
export type CurrentReceipt = { paper: Paper; credited: Sums }

/**
 * Of an order's papers the last receipt of its sale: one that only takes a credit note back is no sale. What is credited of
 * it is what all receipts of the order say less all its credit notes, so that the next paper never says more than is left.
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
