import { sql } from 'drizzle-orm'
import { compileDatabaseWorker } from '../testing/test-database'
import { connectEmbedded } from './embedded/connect-embedded'
import { migrate } from './migrate'
import { migrations } from './migrations'
import { rowsOf } from './rows-of'

const before = migrations.filter(({ tag }) => tag < '0004')

/** What the release before had written, and what it means to this one. */
it('rows of the release before keep their meaning', async () => {
  const { queries, close } = await connectEmbedded({ workerFile: compileDatabaseWorker() })
  await migrate(queries, before)
  await queries.execute(sql`insert into orders values
    ('order_111111', 'refunded', 1, 21500, 3600, true, 'ada@example.com', 'Ada Marsh', ''),
    ('order_222222', 'paid', 1, 21500, 3600, true, 'bea@example.com', 'Bea Noble', '')`)
  await queries.execute(sql`insert into payments
    (order_id, attempt, provider, idempotency_key, amount_pence, refunded_pence, state, capture_asked_at) values
    ('order_111111', 1, 'stripe', 'a', 21500, 21500, 'refunded', null),
    ('order_222222', 1, 'paypal', 'b', 21500, 5000, 'succeeded', null),
    ('order_222222', 2, 'paypal', 'c', 21500, 0, 'declined', null),
    ('order_222222', 3, 'paypal', 'd', 21500, 0, 'open', now()),
    ('order_222222', 4, 'paypal', 'e', 21500, 0, 'open', null)`)
  await queries.execute(sql`insert into refunds (order_id, payment_id, amount_pence, idempotency_key, state) values
    ('order_111111', 1, 20000, 'a:refund:1', 'succeeded'),
    ('order_222222', 2, 5000, 'b:refund:1', 'succeeded'),
    ('order_222222', 2, 1000, 'b:refund:2', 'requested'),
    ('order_222222', 2, 2000, 'b:refund:3', 'failed')`)
  await migrate(queries)
  const refunds = await rowsOf(
    queries,
    sql`select payment_id::int as "of", amount_pence as "pence", state, origin, asked_at is not null as "isAsked"
      from refunds order by id`,
  )
  expect(refunds).toEqual([
    { of: 1, pence: 20_000, state: 'sent', origin: 'admin', isAsked: false },
    { of: 2, pence: 5_000, state: 'sent', origin: 'admin', isAsked: false },
    { of: 2, pence: 1_000, state: 'requested', origin: 'admin', isAsked: true },
    { of: 2, pence: 2_000, state: 'failed', origin: 'admin', isAsked: false },
    // Sent back without a row of its own: in the provider's pages.
    { of: 1, pence: 1_500, state: 'sent', origin: 'provider', isAsked: true },
  ])
  const tried = await rowsOf(queries, sql`select attempt from payments where capture_tried_at is not null order by 1`)
  expect(tried).toEqual([{ attempt: 2 }, { attempt: 3 }])
  await close()
}, 60_000)
