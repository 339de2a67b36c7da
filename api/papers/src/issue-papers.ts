import { type Pence, pence } from '@site/shared/money'
import { readSupplier } from './company'
import { cleanText, composeLine, composeLines, type Sale } from './compose-receipt'
import type { Customer, Paper, PaperLine, Sums } from './paper'
import { insertPaper, papersOf } from './paper-repository'
import type { PaperQueries } from './tables'

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

/** Papers are issued in the transaction of their cause; the caller has locked the order. */

/** Issues the receipt of a paid order, or reverses the credit note of a dispute that the shop has won. */
export async function issueReceipt(queries: PaperQueries, sale: Sale & { paymentId: number }): Promise<void> {
  const { orderId, paymentId, customerName, paidAt } = sale
  const kept = await papersOf(queries, orderId)
  const current = currentReceipt(kept)
  if (!current) {
    const customer = { name: cleanText(customerName), address: [] }
    const content = { supplier: await readSupplier(queries), customer, lines: composeLines(sale) }
    await insertPaper(queries, { kind: 'receipt', orderId, paymentId, cause: 'sale', taxPoint: paidAt, content })
    return
  }
  const disputed = kept.findLast(({ kind, cause }) => kind === 'credit_note' && cause.startsWith('dispute-'))
  if (disputed && leftOn(current) === 0) await takeBack(queries, disputed, 'The dispute was decided for us after all')
}

export type SentBack = { orderId: string; paymentId: number; refundId: number; amountPence: Pence }

export async function creditRefund(queries: PaperQueries, refund: SentBack): Promise<void> {
  const { orderId, paymentId, refundId, amountPence } = refund
  const current = currentReceipt(await papersOf(queries, orderId))
  if (current?.paper.paymentId !== paymentId) return
  const cause = refundCause(refundId)
  await credit(queries, current, { amount: amountPence, cause, reason: 'Money sent back to you' })
}

export async function takeBackRefund(queries: PaperQueries, orderId: string, refundId: number): Promise<void> {
  const kept = await papersOf(queries, orderId)
  const note = kept.find(({ kind, cause }) => kind === 'credit_note' && cause === refundCause(refundId))
  if (note) await takeBack(queries, note, 'The money could not be sent back to you')
}

export async function creditDispute(queries: PaperQueries, receipt: CurrentReceipt): Promise<Paper | undefined> {
  const kept = await papersOf(queries, receipt.paper.orderId)
  const cause = nextCause(kept, 'dispute')
  return credit(queries, receipt, { amount: leftOn(receipt), cause, reason: 'The sale was undone after a dispute' })
}

/** Replaces a wrong receipt for the same money. The wrong one is credited, never changed. */
export async function reissueReceipt(
  queries: PaperQueries,
  receipt: CurrentReceipt,
  customer: Partial<Customer>,
): Promise<Paper> {
  const { paper, credited } = receipt
  const { orderId, paymentId, lines } = paper
  const cause = nextCause(await papersOf(queries, orderId), 'correction')
  const before: Customer = paper.customer ?? { name: '', address: [] }
  const company = cleanText(customer.company ?? (customer.name === undefined ? before.company : undefined) ?? '')
  const purchaseOrder = cleanText(customer.purchaseOrder || before.purchaseOrder || '')
  const content = {
    supplier: await readSupplier(queries),
    customer: {
      name: cleanText(customer.name ?? before.name),
      address: (customer.address ?? before.address).map(cleanText),
      ...(company && { company }),
      ...(purchaseOrder && { purchaseOrder }),
    },
    lines: [...lines, ...lessCredited(credited)],
  }
  const taxPoint = new Date(paper.taxPoint)
  const values = { orderId, paymentId, cause, taxPoint }
  const next = await insertPaper(queries, { ...values, kind: 'receipt', content, about: paper })
  const reason = `Receipt ${next.number} takes its place`
  await credit(queries, receipt, { amount: leftOn(receipt), cause, reason })
  return next
}

function lessCredited({ totalPence, vatPence }: CurrentReceipt['credited']) {
  if (totalPence === 0) return []
  return [composeLine('Less what was credited before', pence(-totalPence), pence(-vatPence))]
}

async function credit(
  queries: PaperQueries,
  receipt: CurrentReceipt,
  { amount, cause, reason }: { amount: Pence; cause: string; reason: string },
): Promise<Paper | undefined> {
  const { paper } = receipt
  const { orderId, paymentId, customer } = paper
  const credited = pence(Math.min(amount, leftOn(receipt)))
  if (credited <= 0) return undefined
  const lines = composeCredit(receipt, credited)
  const content = { supplier: paper.supplier, ...(customer && { customer }), lines, reason }
  const values = { orderId, paymentId, cause, content, about: paper }
  return insertPaper(queries, { ...values, kind: 'credit_note', taxPoint: new Date() })
}

async function takeBack(queries: PaperQueries, note: Paper, why: string): Promise<void> {
  const { orderId, paymentId, cause, supplier, customer, lines } = note
  const reason = `${why}: this takes credit note ${note.number} back`
  const content = { supplier, ...(customer && { customer }), lines, reason }
  const values = { orderId, paymentId, cause, content, about: note }
  await insertPaper(queries, { ...values, kind: 'receipt', taxPoint: new Date() })
}

const refundCause = (refundId: number): string => `refund-${refundId}`

function nextCause(kept: readonly Paper[], word: string): string {
  const causes = new Set(kept.flatMap(({ cause }) => (cause.startsWith(`${word}-`) ? [cause] : [])))
  return `${word}-${causes.size + 1}`
}
