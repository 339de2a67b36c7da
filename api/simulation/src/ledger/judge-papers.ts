import type { Breach, Evidence } from './breach'
import type { PaperRecord, RefundRecord } from './shop-records'

/** One receipt for each sale, one credit note for each refund of its money, and every number once. */
export function judgePapers({ records }: Evidence): Breach[] {
  const { orders, papers, refunds } = records
  const breach = (text: string, ...about: string[]): Breach => ({ invariant: 'papers', text, about })
  const numbers = (['receipt', 'credit_note'] as const).flatMap((kind) => {
    const found = papers.filter((paper) => paper.kind === kind).map(({ number }) => number)
    const isWhole = found.every((number, index) => number === index + 1)
    return isWhole ? [] : [breach(`the numbers of ${kind} are ${found.join(', ')}`)]
  })
  const sales = orders.flatMap(({ id, state, accepted }) => {
    const count = papers.filter(({ order_id, cause }) => order_id === id && cause === 'sale').length
    return count === (accepted ? 1 : 0) ? [] : [breach(`${id} is ${state}, and has ${count} receipts`, id)]
  })
  const credits = refunds.flatMap((refund) => judgeRefund(refund, papers).map((text) => breach(text, refund.order_id)))
  const late = papers
    .filter((paper) => !paper.with_event)
    .map(({ kind, number, order_id }) => breach(`${kind} ${number} was not issued with what it is about`, order_id))
  return [...numbers, ...sales, ...credits, ...late]
}

function judgeRefund(
  { id, order_id, payment_id, amount, state }: RefundRecord,
  papers: readonly PaperRecord[],
): string[] {
  const own = papers.filter((paper) => paper.order_id === order_id)
  const isOnReceipt = own.some((paper) => paper.cause === 'sale' && paper.payment_id === payment_id)
  const about = own.filter(({ cause }) => cause === `refund-${id}`)
  const credited = about.filter(({ kind }) => kind === 'credit_note')
  const open = credited.length - about.filter(({ kind }) => kind === 'receipt').length
  const wanted = state === 'sent' && isOnReceipt ? 1 : 0
  const wrong = credited.filter(({ total }) => total !== amount)
  return [
    ...(open === wanted ? [] : [`refund ${id} of ${order_id} is ${state}, and ${open} credit notes are about it`]),
    ...wrong.map(({ total }) => `refund ${id} of ${order_id} is of ${amount}, its credit note of ${total}`),
  ]
}
