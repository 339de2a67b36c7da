import { fromPounds, totalsOf } from '@site/shared/money'
import { composeLines, type Sale, sumLines } from '../compose-receipt'
import { formatNumber, type Paper, type PaperLine } from '../paper'

const supplier = {
  name: 'Safety Training Partners Ltd',
  address: ['1 Example Street', 'London', 'EC1A 1AA', 'United Kingdom'],
  companyNumber: '00000000',
  vatNumber: 'GB 000 0000 00',
}

export type Item = { title: string; price: number; quantity: number }

export function saleOf(items: readonly Item[], changes: Partial<Sale> = {}): Sale {
  const { vat, total } = totalsOf(items)
  return {
    orderId: 'order_1763716276001_ab12cd34',
    customerName: 'Ada Marsh',
    description: 'Training',
    amountPence: fromPounds(total),
    takenPence: fromPounds(total),
    vatPence: fromPounds(vat),
    lines: items.map(({ title, price, quantity }) => ({ title, unitPence: fromPounds(price), quantity })),
    paidAt: new Date('2026-11-23T11:00:00Z'),
    ...changes,
  }
}

export function paperOf(lines: readonly PaperLine[], changes: Partial<Paper> = {}): Paper {
  const { id = 1, kind = 'receipt' } = changes
  return {
    id,
    kind,
    number: formatNumber(kind, id),
    orderId: 'order_1763716276001_ab12cd34',
    paymentId: 1,
    cause: 'sale',
    issuedAt: '2026-11-23T11:00:00.000Z',
    taxPoint: '2026-11-22T23:30:00.000Z',
    supplier,
    customer: { name: 'Ada Marsh', address: [] },
    lines,
    ...sumLines(lines),
    ...changes,
  }
}

export function receiptOf(items: readonly Item[], changes: Partial<Paper> = {}): Paper {
  return paperOf(composeLines(saleOf(items)), changes)
}
