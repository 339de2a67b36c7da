import { type Pence, pence } from '@site/shared/money'
import { cleanText } from './clean-text'
import { composeCredit, leftOn } from './compose-credit'
import { composeLine, composeLines, type Sale } from './compose-receipt'
import { type CurrentReceipt, currentReceipt } from './current-receipt'
import type { Customer, Paper } from './paper'
import type { PaperQueries } from './paper-queries'
import { insertPaper, papersOf } from './paper-repository'
import { supplier } from './supplier'

/** Where papers are issued: each in the transaction of what it is about, with the order locked by the caller. */

/**
 * The receipt of an order that is paid now. One that has a receipt already keeps it; where that was credited over a lost
 * dispute, the credit is taken back.
 */
export async function issueReceipt(queries: PaperQueries, sale: Sale & { paymentId: number }): Promise<void> {
  const { orderId, paymentId, customerName, paidAt } = sale
  const kept = await papersOf(queries, orderId)
  const current = currentReceipt(kept)
  if (!current) {
    const customer = { name: cleanText(customerName), address: [] }
    const content = { supplier, customer, lines: composeLines(sale) }
    await insertPaper(queries, { kind: 'receipt', orderId, paymentId, cause: 'sale', taxPoint: paidAt, content })
    return
  }
  const disputed = kept.findLast(({ kind, cause }) => kind === 'credit_note' && cause.startsWith('dispute-'))
  if (disputed && leftOn(current) === 0) await takeBack(queries, disputed, 'The dispute was decided for us after all')
}

export type SentBack = { orderId: string; paymentId: number; refundId: number; amountPence: Pence }

/**
 * The credit note of a refund that has gone. Money that no receipt is about needs none: it came for an order that was paid
 * already or given up, or that nobody has accepted yet.
 */
export async function creditRefund(queries: PaperQueries, refund: SentBack): Promise<void> {
  const { orderId, paymentId, refundId, amountPence } = refund
  const current = currentReceipt(await papersOf(queries, orderId))
  if (current?.paper.paymentId !== paymentId) return
  await credit(queries, current, {
    amount: amountPence,
    cause: refundCause(refundId),
    reason: 'Money sent back to you',
  })
}

/** A refund that was said to be gone has come back: its credit is taken back, and the receipt counts again. */
export async function takeBackRefund(queries: PaperQueries, orderId: string, refundId: number): Promise<void> {
  const kept = await papersOf(queries, orderId)
  const note = kept.find(({ kind, cause }) => kind === 'credit_note' && cause === refundCause(refundId))
  if (note) await takeBack(queries, note, 'The money could not be sent back to you')
}

/** A lost dispute has taken the money, and a person has decided that the sale is undone with it. */
export async function creditDispute(queries: PaperQueries, receipt: CurrentReceipt): Promise<Paper | undefined> {
  const kept = await papersOf(queries, receipt.paper.orderId)
  const cause = nextCause(kept, 'dispute')
  return credit(queries, receipt, { amount: leftOn(receipt), cause, reason: 'The sale was undone after a dispute' })
}

/**
 * Puts another receipt in the place of a wrong one: for the same money, with the company's facts of today and the customer
 * as it should be. The wrong one is credited, never changed.
 */
export async function reissueReceipt(
  queries: PaperQueries,
  receipt: CurrentReceipt,
  customer: Partial<Customer>,
): Promise<{ receipt: Paper; creditNote: Paper | undefined }> {
  const { paper, credited } = receipt
  const { orderId, paymentId, lines } = paper
  const cause = nextCause(await papersOf(queries, orderId), 'correction')
  const before: Customer = paper.customer ?? { name: '', address: [] }
  const content = {
    supplier,
    customer: {
      name: cleanText(customer.name ?? before.name),
      address: (customer.address ?? before.address).map(cleanText),
    },
    lines: [...lines, ...lessCredited(credited)],
  }
  const taxPoint = new Date(paper.taxPoint)
  const values = { orderId, paymentId, cause, taxPoint }
  const next = await insertPaper(queries, { ...values, kind: 'receipt', content, about: paper })
  const reason = `Receipt ${next.number} takes its place`
  const creditNote = await credit(queries, receipt, { amount: leftOn(receipt), cause, reason })
  return { receipt: next, creditNote }
}

/** What went back before stays off the receipt that takes the place of another. */
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

function refundCause(refundId: number): string {
  return `refund-${refundId}`
}

function nextCause(kept: readonly Paper[], word: string): string {
  const causes = new Set(kept.flatMap(({ cause }) => (cause.startsWith(`${word}-`) ? [cause] : [])))
  return `${word}-${causes.size + 1}`
}
