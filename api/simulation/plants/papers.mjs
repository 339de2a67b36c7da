/** Receipts and credit notes. */
export const papers = [
  {
    name: 'no receipt is issued',
    file: 'orders/order-repository.ts',
    find: "if (to === 'paid') await",
    replace: "if (to === 'refunded') await",
    caughtBy: ['papers'],
  },
  {
    name: 'a number is left out',
    file: 'papers/paper-repository.ts',
    find: '${issued}) + 1`',
    replace: '${issued}) + 2`',
    caughtBy: ['papers'],
  },
  {
    name: 'a refund has no credit note',
    file: 'refunds/note-refund.ts',
    find: 'await creditRefund(queries, {',
    replace: 'if (amountPence < 0) await creditRefund(queries, {',
    caughtBy: ['papers'],
  },
  {
    name: 'returned money is credited',
    file: 'papers/issue-papers.ts',
    find: 'if (current?.paper.paymentId !== paymentId) return',
    replace: 'if (!current) return',
    caughtBy: ['papers'],
  },
  {
    name: 'a refund that failed stays credited',
    file: 'refunds/note-refund.ts',
    find: 'await takeBackRefund(queries, order.id, refund.id)',
    replace: '',
    caughtBy: ['papers'],
  },
]
