import type { Pence } from '@site/shared/money'

/** VAT receipt or credit note. Immutable, except that the customer is erased after the statutory period. */

export type PaperKind = 'receipt' | 'credit_note'

export type PaperLine = {
  description: string
  quantity: number
  unitPence: Pence
  netPence: Pence
  /** Fraction at the time of issue. */
  vatRate: number
  vatPence: Pence
}

export type Supplier = {
  name: string
  address: readonly string[]
  companyNumber: string
  vatNumber: string
  /** Papers of earlier releases have none. */
  contact?: { email: string; phone: string }
}
/** `address`: one entry per line; the checkout asks for none (R125). */
export type Customer = { name: string; address: readonly string[]; company?: string; purchaseOrder?: string }

export type PaperContent = {
  supplier: Supplier
  customer?: Customer
  lines: readonly PaperLine[]
  reason?: string
}

export type Sums = { netPence: Pence; vatPence: Pence; totalPence: Pence }

export type Paper = Sums &
  PaperContent & {
    id: number
    kind: PaperKind
    number: string
    orderId: string
    paymentId: number
    /** `sale`, `refund-7`, `correction-1`; unique per kind. */
    cause: string
    issuedAt: string
    /** Time of payment, which is before the course (VAT Act 1994, section 6(4)), or of the refund. */
    taxPoint: string
    /** Paper that this one credits, or whose credit it reverses. */
    about?: { id: number; kind: PaperKind; number: string; issuedAt: string }
  }

const letters: Readonly<Record<PaperKind, string>> = { receipt: 'R', credit_note: 'C' }

export function formatNumber(kind: PaperKind, number: number): string {
  return `${letters[kind]}-${String(number).padStart(6, '0')}`
}

export function parseNumber(text: string): { kind: PaperKind; number: number } | undefined {
  const [, letter, digits = ''] = /^([RC])-(\d{6,9})$/.exec(text) ?? []
  const number = Number(digits)
  if (!letter || number === 0) return undefined
  const kind: PaperKind = letter === 'R' ? 'receipt' : 'credit_note'
  return formatNumber(kind, number) === text ? { kind, number } : undefined
}
