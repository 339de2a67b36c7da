import { sql } from 'drizzle-orm'
import { compileDatabaseWorker } from '../testing/test-database'
import { rowsOf } from './database'
import { connectEmbedded } from './embedded/embedded-client'
import { migrate } from './migrate'
import { migrations } from './migrations'

const before = migrations.filter(({ tag }) => tag < '0010')

it('payments of the release before keep their meaning', async () => {
  const { queries, close } = await connectEmbedded({ workerFile: compileDatabaseWorker() })
  await migrate(queries, before)
  const states = ['paid', 'pending', 'refunded', 'charged_back', 'processing', 'failed', 'cancelled', 'created']
  for (const [index, state] of states.entries())
    await queries.execute(sql`insert into orders
      (id, state, attempt, amount_pence, vat_pence, is_priced, customer_email, customer_name, description)
      values (${`order_00000${index}`}, ${state}, 1, 21500, 3600, true, 'ada@example.com', 'Ada Marsh', '')`)
  const rows = [
    [0, 'succeeded', null, 'succeeded'],
    [1, 'open', null, 'open'],
    [1, 'open', '2026-11-01', 'processing'],
    [1, 'declined', '2026-11-01', 'declined'],
    [2, 'refunded', null, 'refunded'],
    [2, 'duplicate', null, 'duplicate'],
    [3, 'charged_back', null, 'charged_back'],
    [4, 'processing', '2026-11-01', 'processing'],
    [5, 'failed', null, 'ended'],
    [6, 'cancelled', null, 'ended'],
    [6, 'abandoned', '2026-11-01', 'ended'],
    [6, 'expired', null, 'ended'],
  ] as const
  for (const [attempt, [order, state, awaitedAt]] of rows.entries())
    await queries.execute(sql`insert into payments
      (order_id, attempt, provider, idempotency_key, provider_id, amount_pence, state, awaited_at, capture_asked_at) values
      (${`order_00000${order}`}, ${attempt + 1}, 'paypal', ${`key ${attempt}`}, ${`PP-${attempt}`}, 21500, ${state}, ${awaitedAt}, now())`)
  await queries.execute(sql`insert into disputes (provider, provider_id, order_id, payment_id, state, amount_pence)
    values ('paypal', 'dp_1', 'order_000003', 7, 'lost', 21500)`)
  await migrate(queries)
  const kept = await rowsOf<{ state: string }>(queries, sql`select state from payments order by attempt`)
  expect(kept.map(({ state }) => state)).toEqual(rows.map(([, , , after]) => after))
  const orders = await rowsOf<{ state: string }>(queries, sql`select state from orders order by id`)
  expect(orders.map(({ state }) => state)).toEqual(states)
  await close()
}, 60_000)
