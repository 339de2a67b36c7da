import { type Databases, hasPostgres, sharePostgres } from '@platform/base/testing/postgres-server'
import { Client, Pool } from 'pg'
import { connectStore } from './connect-store'
import { moveLive, readLive } from './live-row'
import { migrations, storeSchema } from './migrate-store'
import { beat } from './origin-rows'

jest.setTimeout(60_000)
const describeStore = hasPostgres ? describe : describe.skip

const next = { name: 'next', statements: ['alter table site_live add column remark text'] }
const origin = {
  ...{ id: '00000000-0000-4000-8000-000000000001', name: 'web-1', available: [1], attempted: undefined, serving: 1 },
  ...{ error: undefined, isOwnError: false, outOfService: undefined },
}

describeStore('the tables of the site', () => {
  let postgres: Databases
  let url: string
  let reader: Client
  const opened: { close?: () => Promise<void>; end?: () => Promise<void> }[] = []

  beforeAll(async () => {
    postgres = await sharePostgres()
  })
  afterAll(() => postgres?.drop())
  beforeEach(async () => {
    url = await postgres.createDatabase()
    reader = new Client({ connectionString: url })
    await reader.connect()
    opened.push(reader)
  })
  afterEach(async () => {
    await reader.query('rollback').catch(() => {})
    for (const it of opened.splice(0)) await (it.close?.() ?? it.end?.())
  })

  const open = (address = url) => {
    const store = connectStore(address)
    opened.push(store)
    return store
  }
  /** Locks every table for reading, like `pg_dump`. */
  const startDump = async () => {
    const { rows } = await reader.query(`select tablename from pg_tables where schemaname = 'public'`)
    await reader.query('begin')
    await reader.query(`lock table ${rows.map(({ tablename }) => tablename).join(', ')} in access share mode`)
  }
  const columnsOf = async (table: string) =>
    (await reader.query('select column_name from information_schema.columns where table_name = $1', [table])).rows.map(
      ({ column_name: name }) => name,
    )
  const addComposition = `insert into site_documents (name, content) values ('composition/1', '')`
  const move = async (store: ReturnType<typeof open>) => {
    const { revision } = await readLive(store)
    await moveLive(store, { revision, next: revision + 1, pointer: { live: 1, history: [] } })
    return (await readLive(store)).revision - revision
  }

  it('are made once, by however many come at the same moment', async () => {
    await Promise.all(Array.from({ length: 10 }, async () => readLive(open())))
    const { rows } = await reader.query('select name from site_migrations')
    expect(rows.map(({ name }) => name).sort()).toEqual(migrations.map(({ name }) => name).sort())
  })

  it('are not touched by who finds them current: a dump holds up no start, no beat and no undo', async () => {
    // Each start altered a table: behind a dump it waited for 20 s and blocked every heartbeat.
    await open().query(addComposition)
    await startDump()
    const store = open()
    expect(await move(store)).toBe(1)
    expect(await beat(store, origin)).toMatchObject({ live: { revision: 1 }, others: 0 })
    const { rows } = await reader.query(
      "select count(*)::integer from pg_locks where mode = 'AccessShareLock' and granted",
    )
    expect(rows[0].count).toBeGreaterThan(0)
  })

  it('are changed later when a dump goes on, and nobody waits behind the one who tries', async () => {
    const store = open()
    await store.query(addComposition)
    await startDump()
    const pool = new Pool({ connectionString: url })
    opened.push(pool)
    const newer = storeSchema(pool, [...migrations, next])
    const trying = newer.ensure()
    // Its attempt is ahead of them in the queue.
    for (let count = 0; count < 5; count += 1) expect(await beat(store, origin)).toMatchObject({ others: 0 })
    expect(await move(store)).toBe(1)
    await trying
    const failure = await pool.query('select remark from site_live').catch(newer.explain)
    expect(failure).toMatchObject({
      message: expect.stringMatching(/are of an earlier version and could not be changed/),
    })
    expect(await columnsOf('site_live')).not.toContain('remark')

    await reader.query('commit')
    await storeSchema(pool, [...migrations, next]).ensure()
    expect(await columnsOf('site_live')).toContain('remark')
  })

  it('serve a program that may not change them', async () => {
    await open().query(addComposition)
    await reader.query(`create role origin_${process.pid} login`)
    await reader.query(`grant select, insert, update, delete on all tables in schema public to origin_${process.pid}`)
    const address = new URL(url)
    address.username = `origin_${process.pid}`
    expect(await move(open(address.href))).toBe(1)
  })
})
