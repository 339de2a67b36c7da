import { type BookedPayment, keptOf } from '../books/booked-payment'
import type { SimulatedWorld } from '../simulated-world'
import { MINUTE } from '../world/clock'
import type { PaymentRecord, ShopRecords } from './shop-records'

/** The invariants, by the names that a planted mistake says it is caught by. */
export const invariants = {
  taken: 'what our books took equals what the provider took, for each payment',
  'sent back': 'what our books sent back equals what the provider sent back, without what failed',
  'charged back': 'what lost disputes took is kept, penny by penny',
  unseen: 'the provider took nothing that we do not know',
  'sent twice': 'what went back is what somebody wanted, once, or money that could not be kept',
  'after no': 'after a page said no, and nothing more was done, nothing is kept',
  'paid once': 'a paid order has one payment that is kept, and a person pays no more often than they said',
  mail: 'each sale and each refund has one mail that says what is true',
  promise: 'what a page said holds: paid, written to, refunded',
  stuck: 'nothing is undecided four healthy days later',
  papers:
    'each sale has one receipt, each refund of its money one credit note, issued with it, and no number is missing',
  attention: 'whatever differs or waits for a person is on the owner’s list',
  erased: 'an erased person stays erased',
  reconciliation: 'reconciling names the differences and nothing else',
  statement: 'each day of each provider has a statement of what its book says, and a difference is a case with a name',
  accounts: 'the accountant’s CSV has each line of the providers’ books once, and adds up to what they have paid out',
  error: 'no answer with 500, no error that is the code’s own',
} as const
export type Invariant = keyof typeof invariants

export type Breach = {
  invariant: Invariant
  text: string
  /** What its story is about: an order, a payment. */
  about: readonly string[]
}

export function breachIf(isBroken: boolean, invariant: Invariant, text: string, about: readonly string[]): Breach[] {
  return isBroken ? [{ invariant, text, about }] : []
}

/** By how much the clocks of servers, database and providers may differ. */
export const SKEW = MINUTE

/** One payment as both sides have it. */
export type Pair = { booked: BookedPayment; record: PaymentRecord | undefined; orderId: string | undefined }

export type Evidence = {
  world: SimulatedWorld
  records: ShopRecords
  pairs: readonly Pair[]
  /** Texts of the owner's list. */
  listed: ReadonlySet<string>
}

export function pairUp(booked: readonly BookedPayment[], { payments }: ShopRecords): Pair[] {
  return booked.map((one) => {
    const record = payments.find(({ provider, provider_id }) => provider === one.provider && provider_id === one.id)
    return { booked: one, record, orderId: record?.order_id ?? one.reference?.split(':')[0] }
  })
}

/** Pence of the order that are with the shop. */
export function keptFor(pairs: readonly Pair[], orderId: string): number {
  return pairs.filter((pair) => pair.orderId === orderId).reduce((sum, { booked }) => sum + keptOf(booked), 0)
}
