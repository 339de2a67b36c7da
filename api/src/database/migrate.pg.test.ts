import { type Databases, hasPostgres, sharePostgres } from '@platform/base/testing/postgres-server'
import { sql } from 'drizzle-orm'
import { codeOf } from '../errors/error-code'
import { migrateFirstRelease } from '../testing/first-release'
import { silentLog } from '../testing/silent-log'
import { createDatabase, openWithoutMigrating } from './create-database'
import type { Connection } from './database'
import { migrate } from './migrate'
import { migrations } from './migrations'
import { rowsOf } from './rows-of'
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
})
