import type { World } from '../create-world'
import { type Booked, keptOf } from '../providers/books'
import { query } from '../shop/database'

export const invariants = {
  taken: 'what our records took equals what the provider took, for each payment',
  'sent back': 'what our records sent back equals what the provider sent back, and what was promised',
  'sent twice': 'what went back is what the owner wanted, once, or money that could not be kept',
  'after no': 'after a page said "failed" or "ended", and the buyer did nothing more, nothing is kept',
  'paid once': 'a paid order has one payment that is kept, and any other order has none',
  mail: 'each sale and each refund has one mail, with the right amount',
  statement: 'what a page said holds: paid, written to, no other amount',
  stuck: 'nothing is undecided four healthy days later',
  papers: 'each sale has one receipt, each refund one credit note, and no number is missing',
  attention: 'whatever waits for a person is on the owner’s list',
  error: 'no answer with 500, no error that is the code’s own',
} as const
export type Invariant = keyof typeof invariants

export type Breach = { invariant: Invariant; text: string; about: readonly string[] }

export type OrderRecord = { id: string; state: string; is_priced: boolean; accepted: boolean; ended: number | null }
export type PaymentRecord = {
  id: number
  order_id: string
  provider_id: string | null
  state: string
  taken: number | null
  refunded: number
}
export type RefundRecord = { id: number; order_id: string; payment_id: number; amount: number; state: string }
export type PaperRecord = {
  order_id: string
  payment_id: number
  kind: 'receipt' | 'credit_note'
  number: number
  cause: string
  total: number
}

/** Reads the tables without the shop's code. */
async function readRecords() {
  const returned = await query<{ id: string }>(
    `select provider_id as id from payments where id in (select payment_id from refunds where origin = 'return')`,
  )
  return {
    orders: await query<OrderRecord>(`select id, state, is_priced, paid_at is not null as accepted,
      (select (extract(epoch from max(at)) * 1000)::float8 from order_events
        where order_id = orders.id and (to_state = 'cancelled' or type = 'abandoned')) as ended
      from orders order by id`),
    payments: await query<PaymentRecord>(`select id::int, order_id, provider_id, state, taken_pence as taken,
      refunded_pence as refunded from payments order by id`),
    refunds: await query<RefundRecord>(`select id::int, order_id, payment_id::int, amount_pence as amount, state
      from refunds order by id`),
    papers: await query<PaperRecord>(`select order_id, payment_id::int, kind, number, cause, total_pence as total
      from papers order by number`),
    mails: await query<{ order_id: string; kind: string; sent: boolean }>(
      'select order_id, kind, sent_at is not null as sent from outbox order by id',
    ),
    unhandledEvents: await query<{ about: string | null }>(
      `select provider_id as about from provider_events where handled_at is null
        and event_id not in (select subject from cases where kind = 'given_up')`,
    ),
    /** Provider ids of payments that the shop had to return. */
    returned: new Set(returned.map(({ id }) => id)),
  }
}
type Records = Awaited<ReturnType<typeof readRecords>>

export type Pair = Booked & { record: PaymentRecord | undefined }

export type Evidence = { world: World; records: Records; pairs: readonly Pair[]; listed: readonly string[] }

export async function gather(world: World, booked: readonly Booked[], listed: readonly string[]): Promise<Evidence> {
  const records = await readRecords()
  const recordOf = ({ id }: Booked) => records.payments.find(({ provider_id }) => provider_id === id)
  return { world, records, listed, pairs: booked.map((one) => ({ ...one, record: recordOf(one) })) }
}

export function isListed({ listed }: Evidence, orderId: string): boolean {
  return listed.some((text) => text.includes(orderId))
}

export function keptFor(pairs: readonly Pair[], orderId: string): number {
  return pairs.filter((pair) => pair.orderId === orderId).reduce((sum, pair) => sum + keptOf(pair), 0)
}
