import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Databases, hasPostgres, sharePostgres } from '@platform/base/testing/postgres-server'
import { readPage } from '@platform/compose/testing/kept-page'
import { catalogFixture } from '@platform/release/testing/fixture-release'
import { Client, Pool } from 'pg'
import { rollBack } from '../../changes/roll-back'
import { openSite } from '../../open/open-site'
import { createTestSite } from '../../testing/test-site'
import { connectStore } from './connect-store'
import { FORMER_MIGRATIONS, migrations, storeSchema } from './migrate-store'
import { postgresStore } from './postgres-store'

jest.setTimeout(60_000)
const describeStore = hasPostgres ? describe : describe.skip

const next = { name: 'next', statements: ['alter table site_live add column remark text'] }
const origin = {
  ...{ id: '00000000-0000-4000-8000-000000000001', name: 'web-1', available: [1], attempted: undefined, serving: 1 },
  ...{ error: undefined, isOwnError: false, outOfService: undefined },
}
/** Makes the tables, and what they hold, what the release before had. */
const former = `
  delete from site_migrations where name = 'documents';
  insert into site_migrations (name) select unnest(array['${FORMER_MIGRATIONS.slice(0, -1).join("', '")}']);
  create table site_degradations (composition integer);
  create table site_releases (package text not null, version text not null, digest text not null, archive bytea not null,
    archive_sha256 text not null, published_at timestamptz not null default now(), signature text, primary key (package, version));
  insert into site_releases select substring(name from '/(.*)@'), split_part(name, '@', 2), it.content::json ->> 0,
    blob.content, archive, (it.content::json ->> 1)::timestamptz, signature
    from site_documents as it join site_blobs as blob on digest = archive;
  create table site_compositions (number integer primary key, digest text not null,
    created_at timestamptz not null default now(), manifest text, signature text, packs text[] not null default '{}');
  insert into site_compositions (number, digest, manifest, signature)
    select split_part(name, '/', 2)::integer, encode(sha256(convert_to(content, 'UTF8')), 'hex'), content, signature
    from site_documents where name like 'composition/%';
  create table site_pins (package text not null, version text not null, integrity text not null, signature text,
    primary key (package, version));
  insert into site_pins select substring(name from '/(.*)@'), split_part(name, '@', 2), content, signature
    from site_documents where name like 'pin/%';
  delete from site_blobs where digest in (select archive_sha256 from site_releases);
  delete from site_documents where name like '%/%';
  alter table site_blobs rename to site_packs;
  alter table site_documents drop column archive`

describeStore('the tables of the site', () => {
  let postgres: Databases
  let url: string
  let reader: Client
  let disk: string
  const ends: (() => Promise<void>)[] = []

  beforeAll(async () => {
    postgres = await sharePostgres()
    disk = await mkdtemp(path.join(tmpdir(), 'migrate-'))
  })
  afterAll(async () => {
    await postgres?.drop()
    await rm(disk, { recursive: true, force: true })
  })
  beforeEach(async () => {
    url = await postgres.createDatabase()
    reader = new Client({ connectionString: url })
    await reader.connect()
  })
  afterEach(async () => {
    await reader.query('rollback').catch(() => {})
    for (const end of [...ends.splice(0), () => reader.end()]) await end()
  })

  const open = () => {
    const store = connectStore(url)
    ends.push(store.close)
    return store
  }

  it('are made once, by however many come at the same moment', async () => {
    await Promise.all(Array.from({ length: 10 }, () => postgresStore(open()).poll()))
    const { rows } = await reader.query('select name from site_migrations')
    expect(rows.map(({ name }) => name).sort()).toEqual(migrations.map(({ name }) => name).sort())
  })

  // Each start altered a table: behind a dump it waited for 20 s and blocked every heartbeat.
  it('are changed later when a dump goes on, and nobody waits behind the one who tries', async () => {
    const database = open()
    const store = postgresStore(database)
    await database.query(`insert into site_documents (name, content) values ('composition/1', '')`)
    const { rows } = await reader.query(`select tablename from pg_tables where schemaname = 'public'`)
    await reader.query('begin')
    await reader.query(`lock table ${rows.map(({ tablename }) => tablename).join(', ')} in access share mode`)
    const pool = new Pool({ connectionString: url })
    ends.push(() => pool.end())
    const newer = storeSchema(pool, [...migrations, next])
    const trying = newer.ensure()
    // Its attempt is ahead of them in the queue.
    for (let count = 0; count < 5; count += 1) expect(await store.poll(origin)).toMatchObject({ live: { revision: 0 } })
    expect(await store.swap({ live: { from: 0, next: 1, pointer: { live: 1, history: [] } } })).toBe(true)
    expect((await store.poll()).live.revision).toBe(1)
    await trying
    const read = () => pool.query('select remark from site_live')
    await expect(read().catch((error) => Promise.reject(newer.explain(error)))).rejects.toThrow(
      /are of an earlier version and could not be changed/,
    )
    await reader.query('commit')
    await storeSchema(pool, [...migrations, next]).ensure()
    expect((await read()).rows).toHaveLength(1)
  })

  /** @returns the operator's key */
  async function fillFormer(): Promise<string> {
    const site = await createTestSite()
    ends.push(site.remove)
    await site.goLive()
    await site.publish(catalogFixture({ version: '0.2.0' }))
    await site.activate({ catalog: '0.2.0' })
    const { root } = site.copy
    const store = await openSite(root, { databaseUrl: url })
    await store.exclusive('share the documents', async () => {})
    await store.pinIntegrity('catalog', '0.2.0', 'sha512-first')
    await store.moveLive(await store.live(), { live: 1, history: [] }, { newcomer: 1 })
    await store.moveLive(await store.live(), { live: 2, history: [1] }, { newcomer: 2 })
    await store.close()
    await reader.query(former)
    return readFile(path.join(root, 'keys/operator.key'), 'utf8')
  }

  it('that a program of before has filled give an empty machine what is live and what can be gone back to', async () => {
    const privateKey = await fillFormer()
    const store = await openSite(path.join(disk, 'machine'), { databaseUrl: url, keys: { privateKey } })
    ends.push(store.close)
    const sound = [expect.objectContaining({ code: 'origin-none' })]
    expect(await store.refresh('all')).toEqual([])
    expect(await store.check()).toEqual(sound)
    expect(await readPage(store.copy, 2, '/courses')).toContain('Courses at /courses')
    expect((await store.live()).pointer).toMatchObject({ live: 2, history: [1] })
    expect(await store.copy.readPin('catalog', '0.2.0')).toBe('sha512-first')
    expect(await store.readDocument('settings')).toMatchObject({ publicUrl: 'http://localhost:3000' })
    // Deletes unnamed blobs and keeps those of an older composition.
    await store.exclusive('prune', () => store.drop([], { isWithBlobs: true }))
    expect(await rollBack(store)).toMatchObject({ from: 2, to: 1, skipped: [] })
    expect(await store.check()).toEqual(sound)
  })
})
