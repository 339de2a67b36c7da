import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Databases, hasPostgres, sharePostgres } from '@platform/base/testing/postgres-server'
import { sql } from 'drizzle-orm'
import drizzleConfig from '../../drizzle.config'
import { codeOf } from '../errors/api-error'
import { showOrder } from '../orders/order-views'
import { silentLog } from '../testing/silent-log'
import { compileDatabaseWorker, createTestDatabase } from '../testing/test-database'
import { connectToServer, createDatabase, openWithoutMigrating } from './create-database'
import { type Connection, type Queries, rowsOf } from './database'
import { connectEmbedded } from './embedded/embedded-client'
import { migrate, requireMigrated } from './migrate'
import { migrations } from './migrations'

const api = path.join(__dirname, '../..')
const folder = path.join(__dirname, 'migrations')
const step = (text: string) => ({ tag: '9999_next', sql: text })
const before = (version: string) => migrations.filter(({ tag }) => tag < version)

let server: Databases | undefined
const open: Connection[] = []

function keep<C extends Connection>(connection: C): C {
  open.push(connection)
  return connection
}

/** Embedded where PostgreSQL is not installed: that takes seconds. */
async function connectToEmpty(): Promise<Connection> {
  if (!server) return keep(await connectEmbedded({ workerFile: compileDatabaseWorker() }))
  return keep(connectToServer(await server.createDatabase(), silentLog))
}

beforeAll(async () => {
  if (hasPostgres) server = await sharePostgres()
})
afterEach(() => Promise.all(open.splice(0).map((connection) => connection.close())))
afterAll(() => server?.drop())

describe('migrations', () => {
  it('are those that drizzle-kit wrote, all of them and in its order', () => {
    const journal = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8'))
    expect(migrations.map(({ tag }) => tag)).toEqual(journal.entries.map(({ tag }: { tag: string }) => tag))
  })

  it('make the very tables that the queries are written for', () => {
    const copy = mkdtempSync(path.join(tmpdir(), 'migrations-'))
    cpSync(folder, copy, { recursive: true })
    const tool = path.join(path.dirname(require.resolve('drizzle-kit')), 'bin.cjs')
    const config = path.join(copy, 'drizzle.config.json')
    writeFileSync(config, JSON.stringify({ ...drizzleConfig, out: path.relative(api, copy) }))
    const before = readdirSync(copy)
    execFileSync(process.execPath, [tool, 'generate', '--config', path.relative(api, config)], {
      cwd: api,
      stdio: 'pipe',
    })
    expect(readdirSync(copy)).toEqual(before)
    rmSync(copy, { recursive: true })
  })

  it('leave nothing behind when one fails in the middle, and run when it is put right', async () => {
    const database = await createTestDatabase()
    const queries = database.queries()
    const failing = step('create table half (id integer);--> statement-breakpoint\nselect nonsense')
    await expect(migrate(queries, [...migrations, failing])).rejects.toThrow()
    await expect(queries.execute(sql`select * from half`)).rejects.toThrow()
    await migrate(queries, [...migrations, step('create table half (id integer)')])
    await migrate(queries, [...migrations, step('create table half (id integer)')])
    expect(await queries.execute(sql`select * from half`)).toMatchObject({ rows: [] })
    await migrate(queries)
    await requireMigrated(queries)
    await database.close()
  })

  it('take a database of the first release over, with what is in it, and make it like a new one', async () => {
    const previous = await connectToEmpty()
    await migrateFirstRelease(previous.queries)
    await previous.queries.execute(sql`insert into orders values
      ('order_111111', 'paid', 1, 11900, 2000, true, 'ada@example.com', 'Ada Marsh', '')`)
    await expect(requireMigrated(previous.queries)).rejects.toThrow('Start the site once')
    await previous.withoutHaste((queries) => migrate(queries))
    await requireMigrated(previous.queries)
    const fresh = await createTestDatabase()
    expect(await describeTables(previous.queries)).toEqual(await describeTables(fresh.queries()))
    const kept = await rowsOf(previous.queries, sql`select state, customer_name from orders`)
    expect(kept).toEqual([{ state: 'paid', customer_name: 'Ada Marsh' }])
    await fresh.close()
  })

  it('keep the meaning of payments of the release before', async () => {
    const { queries } = await connectToEmpty()
    await migrate(queries, before('0010'))
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
    await queries.execute(sql`insert into refunds (order_id, payment_id, amount_pence, idempotency_key, state)
      values ('order_000000', 1, 5000, 'order_000000:refund:1', 'sent')`)
    await migrate(queries)
    expect(await showOrder(queries, 'order_000000')).toMatchObject({
      state: 'paid',
      payments: [{ state: 'succeeded', amountPence: 21_500 }],
      refunds: [{ state: 'sent', amountPence: 5_000 }],
    })
    expect((await showOrder(queries, 'order_000003')).disputes).toMatchObject([{ state: 'lost', amountPence: 21_500 }])
    const kept = await rowsOf<{ state: string }>(queries, sql`select state from payments order by attempt`)
    expect(kept.map(({ state }) => state)).toEqual(rows.map(([, , , after]) => after))
    const orders = await rowsOf<{ state: string }>(queries, sql`select state from orders order by id`)
    expect(orders.map(({ state }) => state)).toEqual(states)
  })

  // Each payment start, account page and desk page read all orders.
  it('have an index for what is read often', async () => {
    const { queries } = await connectToEmpty()
    await migrate(queries)
    for (const often of [
      `orders where lower(customer_email) = 'ada@example.com' and amount_pence = 100`,
      `orders where lower(customer_email) in ('ada@example.com', 'ada@example.com.') and erased_at is null`,
      'orders order by created_at desc, id desc limit 50',
      `payments where provider = 'stripe' and charge_id = 'pi_1'`,
    ]) {
      const plan = await queries.transaction(async (tx) => {
        await tx.execute(sql`set local enable_seqscan = off`)
        return rowsOf(tx, sql.raw(`explain select * from ${often}`))
      })
      expect(JSON.stringify(plan)).not.toContain('Seq Scan')
    }
  })

  // Dates and receipts went to a mailbox that an account had left, and erasures took another person's order.
  it("give orders the address of their account, but for one that is another buyer's", async () => {
    const { queries } = await connectToEmpty()
    await migrate(queries, before('0015'))
    await queries.execute(sql`insert into accounts (id, email, first_name, last_name, password_hash, email_confirmed_at)
      values ('ada', 'new@example.com', 'Ada', 'Marsh', '', '2026-11-02')`)
    for (const [id, email] of Object.entries({ order_000001: 'OLD@example.com', order_000002: 'eve@example.com' })) {
      await queries.execute(sql`insert into orders (id, state, attempt, amount_pence, is_priced, customer_email, customer_name, description)
        values (${id}, 'paid', 1, 21500, true, ${email}, '', '')`)
      await queries.execute(sql`insert into account_orders values (${id}, 'ada')`)
      await queries.execute(sql`insert into outbox (order_id, kind, message_id, recipient, recipient_name) values
        (${id}, 'order_confirmation', '', ${email}, ''), (${id}, 'place_confirmed:1.1.0', '', 'bo@example.com', '')`)
    }
    await queries.execute(sql`insert into outbox (account_id, kind, message_id, recipient, recipient_name)
      values ('ada', 'account_email_changed', '', 'old@example.com', '')`)
    await migrate(queries)
    const kept = sql`select customer_email as "email", account_id as "account",
        (select array_agg(recipient order by outbox.id) from outbox where order_id = orders.id) as "to",
        (select at = '2026-11-02' from order_events where order_id = orders.id) as "isMoved"
      from orders left join account_orders on order_id = orders.id order by orders.id`
    expect(await rowsOf(queries, kept)).toEqual([
      { email: 'new@example.com', account: 'ada', to: ['new@example.com', 'bo@example.com'], isMoved: true },
      { email: 'eve@example.com', account: null, to: ['eve@example.com', 'bo@example.com'], isMoved: null },
    ])
  })
})

const onPostgres = hasPostgres ? describe : describe.skip

onPostgres('migrations on a PostgreSQL server', () => {
  let url: string
  const connect = () => keep(connectToServer(url, silentLog))

  beforeEach(async () => {
    url = (await server?.createDatabase()) ?? ''
  })

  it('run once when several processes start together', async () => {
    await Promise.all([1, 2, 3, 4].map(() => connect().withoutHaste((queries) => migrate(queries))))
    const applied = await rowsOf(connect().queries, sql`select tag from applied_migrations order by tag`)
    expect(applied).toEqual(migrations.map(({ tag }) => ({ tag })))
  })

  it('have a longer limit than requests, and give up soon when a table is in use', async () => {
    const { queries, withoutHaste } = connect()
    await withoutHaste((slow) => migrate(slow))
    const later = step('alter table orders add column x int;--> statement-breakpoint\nselect pg_sleep(5.5)')
    await connect().queries.transaction(async (tx) => {
      await tx.execute(sql`select * from orders`)
      const failure = await withoutHaste((slow) => migrate(slow, [...migrations, later])).catch((error) => error)
      expect(codeOf(failure?.cause)).toBe('55P03')
    })
    await withoutHaste((slow) => migrate(slow, [...migrations, later]))
    await expect(queries.execute(sql`select x from orders`)).resolves.toMatchObject({ rows: [] })
  })

  it('are left to the site: a command on an older database changes nothing and says what to do', async () => {
    const { queries } = connect()
    await migrateFirstRelease(queries)
    await expect(openWithoutMigrating({ url }, silentLog)).rejects.toThrow('Start the site once')
    expect(await rowsOf(queries, sql`select to_regclass('applied_migrations') as found`)).toEqual([{ found: null }])
    const site = await createDatabase({ url }, silentLog)
    await site.opened
    await site.close()
    const command = await openWithoutMigrating({ url }, silentLog)
    expect(await command.isReady()).toBe(true)
    await command.close()
  })
})

async function migrateFirstRelease(queries: Queries): Promise<void> {
  const [first] = migrations
  for (const statement of first?.sql.split('--> statement-breakpoint') ?? []) await queries.execute(sql.raw(statement))
}

async function describeTables(queries: Queries): Promise<unknown[]> {
  const columns = sql`select table_name as "of", column_name as "name",
    concat_ws(' ', data_type, is_nullable, column_default) as "is"
    from information_schema.columns where table_schema = 'public'`
  const constraints = sql`select conrelid::regclass::text, conname, pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace`
  const indexes = sql`select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'`
  return rowsOf(queries, sql`${columns} union all ${constraints} union all ${indexes} order by 1, 2, 3`)
}
