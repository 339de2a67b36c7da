import { type Databases, hasPostgres, sharePostgres } from '@platform/base/testing/postgres-server'
import { sql } from 'drizzle-orm'
import { codeOf } from '../errors/api-error'
import { showOrder } from '../orders/order-views'
import { migrateFirstRelease } from '../testing/first-release'
import { silentLog } from '../testing/silent-log'
import { createTestApi } from '../testing/test-api'
import { createDatabase, openWithoutMigrating } from './create-database'
import { type Connection, rowsOf } from './database'
import { migrate } from './migrate'
import { migrations } from './migrations'
import { connectToServer } from './server-connection'

jest.setTimeout(120_000)

const onPostgres = hasPostgres ? describe : describe.skip

onPostgres('migrations on a PostgreSQL server', () => {
  let server: Databases
  let url: string
  const open: Connection[] = []
  const connect = () => {
    const connection = connectToServer(url, silentLog)
    open.push(connection)
    return connection
  }

  beforeAll(async () => {
    server = await sharePostgres()
  })
  beforeEach(async () => {
    url = await server.createDatabase()
  })
  afterEach(() => Promise.all(open.splice(0).map((connection) => connection.close())))
  afterAll(() => server?.drop())

  it('run once when several processes start together', async () => {
    await Promise.all([1, 2, 3, 4].map(() => connect().withoutHaste((queries) => migrate(queries))))
    const applied = await rowsOf(connect().queries, sql`select tag from applied_migrations order by tag`)
    expect(applied).toEqual(migrations.map(({ tag }) => ({ tag })))
  })

  it('have a longer limit than requests, and give up soon when a table is in use', async () => {
    const { queries, withoutHaste } = connect()
    await withoutHaste((slow) => migrate(slow))
    const later = {
      tag: '9999_later',
      sql: `select pg_sleep(5.5);--> statement-breakpoint\nalter table orders add column x int`,
    }
    const running = connect().queries.transaction(async (tx) => {
      await tx.execute(sql`select * from orders`)
      const failure = await withoutHaste((slow) => migrate(slow, [...migrations, later])).catch((error) => error)
      expect(codeOf(failure?.cause)).toBe('55P03')
    })
    await running
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

  it('take over a database of the release before: its orders, refunds and disputes, and the shop goes on', async () => {
    const { queries } = connect()
    await migrate(
      queries,
      migrations.filter(({ tag }) => tag < '0009'),
    )
    await queries.execute(sql`insert into orders values
      ('order_paid11', 'paid', 1, 21500, 3600, true, 'ada@example.com', 'Ada Marsh', ''),
      ('order_open11', 'pending', 1, 21500, 3600, true, 'bea@example.com', 'Bea Noble', '')`)
    await queries.execute(sql`insert into payments
      (order_id, attempt, provider, idempotency_key, provider_id, charge_id, amount_pence, taken_pence, state) values
      ('order_paid11', 1, 'stripe', 'order_paid11:stripe:1', 'pi_1', 'pi_1', 21500, 21500, 'succeeded'),
      ('order_open11', 1, 'paypal', 'order_open11:paypal:1', 'P1', null, 21500, null, 'open')`)
    await queries.execute(sql`insert into refunds (order_id, payment_id, amount_pence, idempotency_key, state)
      values ('order_paid11', 1, 5000, 'order_paid11:stripe:1:refund:1', 'sent')`)
    await queries.execute(sql`insert into disputes (provider, provider_id, order_id, payment_id, state, amount_pence)
      values ('stripe', 'du_1', 'order_paid11', 1, 'won', 21500)`)
    const database = await createDatabase({ url }, silentLog)
    await database.opened
    const { post, close } = await createTestApi(database)
    expect(await showOrder(database.queries(), 'order_paid11')).toMatchObject({
      state: 'paid',
      payments: [{ state: 'succeeded', takenPence: 21_500 }],
      refunds: [{ state: 'sent', amountPence: 5_000 }],
      disputes: [{ state: 'won', amountPence: 21_500 }],
    })
    expect((await post('abandon', { orderId: 'order_open11' })).statusCode).toBeLessThan(500)
    await close()
    await database.close()
  })
})
