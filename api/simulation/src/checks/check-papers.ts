import type { Breach, Evidence, PaperRecord, RefundRecord } from './evidence'

export function checkPapers({ records: { orders, papers, refunds } }: Evidence): Breach[] {
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
  return [
    ...numbers,
    ...sales,
    ...refunds.flatMap((it) => checkRefund(it, papers).map((text) => breach(text, it.order_id))),
  ]
}

function checkRefund({ id, order_id, payment_id, amount, state }: RefundRecord, papers: readonly PaperRecord[]) {
  const own = papers.filter((paper) => paper.order_id === order_id)
  const isOnReceipt = own.some((paper) => paper.cause === 'sale' && paper.payment_id === payment_id)
  const about = own.filter(({ cause }) => cause === `refund-${id}`)
  const credited = about.filter(({ kind }) => kind === 'credit_note')
  // A receipt reverses the credit note of a refund that failed later.
  const open = credited.length - (about.length - credited.length)
  const wanted = state === 'sent' && isOnReceipt ? 1 : 0
  const wrong = credited.filter(({ total }) => total !== amount)
  return [
    ...(open === wanted ? [] : [`refund ${id} of ${order_id} is ${state}, and ${open} credit notes are about it`]),
    ...wrong.map(({ total }) => `refund ${id} of ${order_id} is of ${amount}, its credit note of ${total}`),
  ]
}
