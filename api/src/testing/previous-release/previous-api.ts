import { sql } from 'drizzle-orm'
import type { Queries } from '../../database/database'
import { rowsOf } from '../../database/rows-of'
import { previousMigrations } from './previous-tables'

/** How the first release prepared its database when it started; it refused a newer one. */
export async function migratePrevious(queries: Queries): Promise<void> {
  await queries.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(7202611)`)
    await tx.execute(sql`create table if not exists migrations (
      version integer primary key, name text not null, applied_at timestamptz not null default now())`)
    const rows = await rowsOf<{ version: number }>(tx, sql`select version from migrations`)
    const done = new Set(rows.map(({ version }) => version))
    const newest = Math.max(0, ...done)
    if (newest > 2) throw new Error(`The database has version ${newest}, this program knows 2`)
    for (const { version, name, statements } of previousMigrations) {
      if (done.has(version)) continue
      for (const statement of statements) await tx.execute(sql.raw(statement))
      await tx.execute(sql`insert into migrations (version, name) values (${version}, ${name})`)
    }
  })
}

/** The statements with which the first release kept an order and its payment: its very columns and no others. */
export async function previousClaim(tx: Queries, orderId: string): Promise<void> {
  await tx.execute(sql`insert into orders
    (id, state, attempt, amount_pence, vat_pence, is_priced, customer_email, customer_name, description)
    values (${orderId}, 'created', 1, 21500, 3600, true, 'ada@example.com', 'Ada Brown', 'Manual Handling')
    on conflict do nothing`)
  await tx.execute(sql`insert into order_lines (order_id, position, course_id, title, unit_pence, quantity)
    values (${orderId}, 0, 14, 'Manual Handling', 17900, 1)`)
  await tx.execute(sql`insert into order_events (order_id, type, to_state, source)
    values (${orderId}, 'created', 'created', 'request')`)
  await tx.execute(sql`insert into payments (order_id, attempt, provider, idempotency_key, amount_pence, state)
    values (${orderId}, 1, 'stripe', ${`${orderId}:stripe:1`}, 21500, 'open')`)
}

/** How the first release kept that the money is there. */
export async function previousSettle(tx: Queries, orderId: string, providerId: string): Promise<void> {
  const [order] = await rowsOf<{ state: string }>(tx, sql`select state from orders where id = ${orderId} for update`)
  await tx.execute(sql`update payments
    set provider_id = ${providerId}, charge_id = ${providerId}, checked_at = now(), state = 'succeeded'
    where order_id = ${orderId} and state = 'open'`)
  if (order?.state === 'created') await previousMove(tx, orderId, 'created', 'pending')
  await tx.execute(sql`update orders set paid_at = now() where id = ${orderId}`)
  await previousMove(tx, orderId, 'pending', 'paid')
  await tx.execute(sql`insert into outbox (order_id, kind, message_id, recipient, recipient_name)
    select id, 'order_confirmation', '<' || id || '>', customer_email, customer_name from orders where id = ${orderId}
    on conflict do nothing`)
}

async function previousMove(tx: Queries, orderId: string, from: string, to: string): Promise<void> {
  await tx.execute(sql`update orders set state = ${to}, updated_at = now() where id = ${orderId}`)
  await tx.execute(sql`insert into order_events (order_id, type, from_state, to_state, source)
    values (${orderId}, 'moved', ${from}, ${to}, 'confirm')`)
}
