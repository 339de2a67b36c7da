import { query } from '../shop/database'

/** What the shop has written down, read from its tables as an auditor would: beside its code. */

export type OrderRecord = {
  id: string
  state: string
  amount: number
  email: string
  name: string
  erased: boolean
  is_priced: boolean
  /** It was paid once, whatever became of it. */
  accepted: boolean
  /** When it was given up or cancelled last, by the database's clock. */
  ended: number | null
}
export type PaymentRecord = {
  id: number
  order_id: string
  provider: 'stripe' | 'paypal'
  provider_id: string | null
  key: string
  state: string
  /** What the provider said last, as far as the shop has heard. */
  provider_status: string | null
  /** By the database's clock. */
  created: number
  taken: number | null
  refunded: number
  charged_back: number
}
export type RefundRecord = {
  id: number
  order_id: string
  payment_id: number
  provider_id: string | null
  amount: number
  state: string
  /** The shop first read of it when it had failed: by the database's and a server's clock, which may be off by half a minute. */
  found_failed: boolean
}
export type PaperRecord = {
  order_id: string
  payment_id: number
  kind: 'receipt' | 'credit_note'
  number: number
  cause: string
  total: number
  /** Something happened to the order at the very time of its issue: in one transaction the database has one time. */
  with_event: boolean
}
export type MailRecord = { order_id: string; kind: string; sent: boolean; amount: number | null; recipient: string }

export type StatementRecord = {
  provider: 'stripe' | 'paypal'
  /** `2027-01-04` */
  day: string
  charges: number
  refunds: number
  disputes: number
  payouts: number
  fees: number
  other: number
  difference: number
}
export type ShopRecords = {
  statements: StatementRecord[]
  /** What each case of the books is about, by the provider's name for it. */
  differences: { provider: string; subject: string }[]
  orders: OrderRecord[]
  payments: PaymentRecord[]
  refunds: RefundRecord[]
  mails: MailRecord[]
  /** By number. */
  papers: PaperRecord[]
  /** Payments that were sent back because they could not be kept, by the provider's id. */
  returned: ReadonlySet<string>
  /** By the provider's id of what they are about; without those that a person was given. */
  unhandledEvents: readonly (string | null)[]
  /** Events that were tried in vain for hours and given to a person, by the provider's id of the event. */
  givenUpEvents: ReadonlySet<string>
}

export async function readShopRecords(): Promise<ShopRecords> {
  const events = await query<{ about: string | null }>(
    `select provider_id as about from provider_events where handled_at is null
      and event_id not in (select subject from cases where kind = 'given_up')`,
  )
  const givenUp = await query<{ id: string }>(`select subject as id from cases where kind = 'given_up'`)
  const returned = await query<{ id: string }>(
    `select provider_id as id from payments where id in (select payment_id from refunds where origin = 'return')`,
  )
  return {
    orders: await query(`select id, state, amount_pence as amount, customer_email as email, customer_name as name,
      erased_at is not null as erased, is_priced, paid_at is not null as accepted,
      (select (extract(epoch from max(at)) * 1000)::float8 from order_events
        where order_id = orders.id and (to_state = 'cancelled' or type = 'abandoned')) as ended
      from orders order by id`),
    payments:
      await query(`select id::int, order_id, provider, provider_id, idempotency_key as key, state, provider_status,
      (extract(epoch from created_at) * 1000)::float8 as created, taken_pence as taken,
      refunded_pence as refunded, charged_back_pence as charged_back from payments order by id`),
    refunds: await query(`select id::int, order_id, payment_id::int, provider_id, amount_pence as amount, state,
      state = 'failed' and origin = 'provider' and finished_at < created_at + interval '1 minute' as found_failed
      from refunds order by id`),
    papers: await query(`select order_id, payment_id::int, kind, number, cause, total_pence as total,
      exists (select 1 from order_events where order_id = papers.order_id and at = issued_at) as with_event
      from papers order by number`),
    mails: await query(`select order_id, kind, sent_at is not null as sent, amount_pence as amount, recipient
      from outbox order by id`),
    statements: await query(`select provider, day::text, charges_pence as charges, refunds_pence as refunds,
      disputes_pence as disputes, payouts_pence as payouts, fees_pence as fees, other_pence as other,
      difference_pence as difference from statements order by day, provider`),
    differences: await query(`select provider, subject from cases where kind in ('difference', 'unmatched_charge')`),
    returned: new Set(returned.map(({ id }) => id)),
    unhandledEvents: events.map(({ about }) => about),
    givenUpEvents: new Set(givenUp.map(({ id }) => id)),
  }
}
