import type { Pence } from '@site/shared/money'

/**
 * A paper of an order: a VAT receipt, or a credit note about one. It is never changed, but that its customer is erased when
 * the law no longer asks for them.
 */

/** One series of numbers each. */
export type PaperKind = 'receipt' | 'credit_note'

export type PaperLine = {
  description: string
  quantity: number
  /** Without VAT, in pence, like everything here. */
  unitPence: Pence
  netPence: Pence
  /** A fraction, as it was then. */
  vatRate: number
  vatPence: Pence
}

export type Supplier = { name: string; address: readonly string[]; companyNumber: string; vatNumber: string }
/** `address`: one line each; empty where nobody has asked for it, since the checkout does not (R125). */
export type Customer = { name: string; address: readonly string[] }

/** What a paper says beside its number, dates and sums. */
export type PaperContent = {
  supplier: Supplier
  /** Absent once the person was taken out. */
  customer?: Customer
  lines: readonly PaperLine[]
  /** Why it is issued, where that is not the sale itself. */
  reason?: string
}

export type Sums = { netPence: Pence; vatPence: Pence; totalPence: Pence }

/** Times are ISO 8601. */
export type Paper = Sums &
  PaperContent & {
    id: number
    kind: PaperKind
    number: string
    orderId: string
    paymentId: number
    /** What it was issued for: `sale`, `refund-7`, `correction-1`; once for each kind. */
    cause: string
    issuedAt: string
    /** When the money arrived, which is before the course (VAT Act 1994, section 6(4)); of a credit note when it went back. */
    taxPoint: string
    /** The paper that this one credits, or whose credit it takes back. */
    about?: { id: number; kind: PaperKind; number: string; issuedAt: string }
  }

const letters: Readonly<Record<PaperKind, string>> = { receipt: 'R', credit_note: 'C' }

/** `R-000042`; no zeros are left when there are more. */
export function formatNumber(kind: PaperKind, number: number): string {
  return `${letters[kind]}-${String(number).padStart(6, '0')}`
}

/** `undefined` for what names no paper. */
export function parseNumber(text: string): { kind: PaperKind; number: number } | undefined {
  const [, letter, digits = ''] = /^([RC])-(\d{6,9})$/.exec(text) ?? []
  const number = Number(digits)
  if (!letter || number === 0) return undefined
  const kind: PaperKind = letter === 'R' ? 'receipt' : 'credit_note'
  return formatNumber(kind, number) === text ? { kind, number } : undefined
}
