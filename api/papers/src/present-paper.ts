import { exampleFacts } from '@site/shared/company-facts'
import { formatPence, pence } from '@site/shared/money'
import type { Paper, PaperLine } from './paper'

export type PaperView = ReturnType<typeof presentPaper>

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
const percents = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 2 })
const titles = { receipt: 'VAT receipt', credit_note: 'Credit note' } as const
const totals = { receipt: 'Total paid', credit_note: 'Total credited' } as const
const columns = ['Description', 'Quantity', 'Unit price', 'Net', 'VAT rate', 'VAT', 'Total']

export function presentPaper(paper: Paper) {
  const { kind, number, supplier, customer, lines, reason } = paper
  const { email, phone } = supplier.contact ?? exampleFacts
  return {
    title: titles[kind],
    documentTitle: `${titles[kind]} ${number}, ${supplier.name}`,
    number,
    supplier: {
      heading: 'Supplier',
      name: supplier.name,
      lines: [...supplier.address, `VAT number ${supplier.vatNumber}`, `Company number ${supplier.companyNumber}`],
    },
    customer: {
      heading: 'Customer',
      name: customer ? customer.company || customer.name || 'No name was given' : 'Not kept any more',
      lines: [...(customer?.company && customer.name ? [customer.name] : []), ...(customer?.address ?? [])],
    },
    facts: factsOf(paper),
    columns,
    rows: lines.map(cellsOf),
    sums: [
      { label: 'Total without VAT', value: formatPence(paper.netPence) },
      { label: `VAT at ${rateOf(lines)}`, value: formatPence(paper.vatPence) },
      { label: totals[kind], value: formatPence(paper.totalPence) },
    ],
    notes: [...(reason ? [`${reason}.`] : []), ...roundingOf(paper)],
    contact: `Questions? Write to ${email} or call ${phone}, and name ${number}.`,
  }
}

function factsOf({ kind, number, issuedAt, taxPoint, orderId, about, customer }: Paper) {
  return [
    { label: 'Number', value: number },
    { label: 'Date of issue', value: dateOf(issuedAt) },
    { label: kind === 'receipt' ? 'Tax point' : 'Date of credit', value: dateOf(taxPoint) },
    ...(about ? [{ label: aboutLabel(kind, about.kind), value: `${about.number} of ${dateOf(about.issuedAt)}` }] : []),
    { label: 'Order', value: orderId },
    ...(customer?.purchaseOrder ? [{ label: 'Purchase order', value: customer.purchaseOrder }] : []),
  ]
}

function aboutLabel(kind: Paper['kind'], about: Paper['kind']): string {
  if (kind === 'credit_note') return 'Credits receipt'
  return about === 'receipt' ? 'In the place of receipt' : 'Takes back credit note'
}

function cellsOf({ description, quantity, unitPence, netPence, vatRate, vatPence }: PaperLine): string[] {
  const gross = formatPence(pence(netPence + vatPence))
  const amounts = [formatPence(netPence), percents.format(vatRate), formatPence(vatPence), gross]
  return [description, String(quantity), formatPence(unitPence), ...amounts]
}

function roundingOf({ lines, netPence, vatPence }: Paper): string[] {
  const exact = lines.reduce((sum, line) => sum + line.netPence * line.vatRate, 0)
  if (Math.abs(exact - vatPence) < 1 || netPence === 0) return []
  return [
    `VAT is ${rateOf(lines)} of the order’s total without VAT, rounded to a whole pound, and shared among its lines.`,
  ]
}

function rateOf(lines: readonly PaperLine[]): string {
  return [...new Set(lines.map(({ vatRate }) => percents.format(vatRate)))].join(' and ')
}

const dateOf = (time: string): string => dates.format(new Date(time))

export const MARK_SIZE = 40
export const mark = [
  { path: 'M5 17.5H35V21.5C35 30 29 36 20 39C11 36 5 30 5 21.5Z', fill: '#0b3a4a' },
  { path: 'M6.25 12.5C6.25 6 11.5 1.5 17.5 1.25H22.5C28.5 1.5 33.75 6 33.75 12.5Z', fill: '#ffc61a' },
  { path: 'M4.4 12.5H35.6A1.9 1.9 0 0 1 35.6 16.3H4.4A1.9 1.9 0 0 1 4.4 12.5Z', fill: '#ffc61a' },
  {
    path: 'M18.1 0H21.8A1.9 1.9 0 0 1 23.7 1.9V8.1A1.9 1.9 0 0 1 21.8 10H18.1A1.9 1.9 0 0 1 16.2 8.1V1.9A1.9 1.9 0 0 1 18.1 0Z',
    fill: '#e8a700',
  },
  { path: 'M12.5 26.25L17.75 31.25L27.5 21.25', stroke: '#ffffff', width: 3.8 },
] as const
