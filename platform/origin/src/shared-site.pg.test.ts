import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Databases, hasPostgres, openSession, sharePostgres } from '@platform/base/testing/postgres-server'
import { pageFilesOf } from '@platform/compose/testing/kept-page'
import { addressOf } from '@platform/release/testing/fixture-release'
import { startCanary, stopCanary } from '@platform/site/changes/change-canary'
import { holdSite, rollBack } from '@platform/site/changes/roll-back'
import { readStatus } from '@platform/site/queries/read-status'
import type { SiteCopy } from '@platform/site/store/site-store'
import { createOperator, nextCatalog, type SharedSite, startMachine, startSharedSite } from './testing/machines'
import { until } from './testing/test-origin'

jest.setTimeout(60_000)
const describeStore = hasPostgres ? describe : describe.skip
let postgres: Databases
const at = {} as SharedSite

beforeAll(async () => {
  if (hasPostgres) postgres = await sharePostgres()
})
beforeEach(async () => void (hasPostgres && Object.assign(at, await startSharedSite(postgres))))
afterEach(() => at.remove?.())
afterAll(() => postgres?.drop())

const createCarla = () => createOperator(at.url, at.site, 'carla', { isEmpty: true })

describeStore('a site of several machines', () => {
  it('is changed and taken back from any machine, and every origin follows', async () => {
    await at.publishNext(at.ada, '0.2.0', 'second')
    await at.bob.store.refresh('all')
    expect((await readStatus(at.bob.store)).waiting).toMatchObject([{ package: 'catalog', version: '0.2.0' }])
    await at.bob.activate({ catalog: 'latest' })
    await at.untilLive(2)
    for (const machine of at.machines) expect((await machine.send('/courses')).text).toContain('<h1>second</h1>')
    await at.ada.store.refresh('all')
    await rollBack(at.ada.store)
    await at.untilLive(1)
  })

  it('has every file of the new pages on every origin before one of them shows such a page', async () => {
    await at.publishNext(at.ada, '0.2.0', 'second')
    await at.store.query('create table moves (live text, held_by bigint)')
    await at.store.query(`create function note_move() returns trigger language plpgsql as $$ begin
      insert into moves select new.pointer ->> 'live', count(*) from site_origins
        where (new.pointer ->> 'live')::integer = any (available);
      return new; end $$`)
    await at.store.query(`create trigger note_move before update on site_live for each row
      when (new.revision > old.revision) execute function note_move()`)
    const asset = addressOf(nextCatalog('0.2.0', 'second'), 'remote-entry.js')
    const seen: boolean[] = []
    for (const { origin } of at.machines) {
      origin.site.onChange(() => seen.push(...at.machines.map((machine) => machine.serves(asset))))
    }
    await at.ada.activate({ catalog: 'latest' })
    await at.untilLive(2)
    expect(seen).toEqual([true, true, true, true])
    expect(await at.store.query('select live, held_by::integer from moves')).toEqual([{ live: '2', held_by: 2 }])
  })

  it('takes the lock of an operator whose machine has gone', async () => {
    await at.store.query(
      `insert into site_lock (token, operator, since, seen_at)
       values (gen_random_uuid(), 'eve', now() - interval '1 hour', now() - interval '11 seconds')`,
    )
    await at.publishNext(at.ada, '0.2.0', 'second')
    expect(await at.ada.activate({ catalog: 'latest' })).toMatchObject({ outcome: 'activated' })
    expect(await at.store.query('select operator from site_lock')).toEqual([])
  })

  it('names every origin with what it serves, and tells the doctor of the ones that do not follow', async () => {
    await until(async () => (await at.ada.store.origins())?.every(({ serving }) => serving === 1) ?? false)
    const status = await readStatus(at.ada.store)
    expect(status.origins).toEqual([expect.objectContaining({ serving: 1 }), expect.objectContaining({ serving: 1 })])
    expect(await at.ada.store.check()).toEqual([])

    const said = async (statement: string) => {
      await at.store.query(statement)
      return (await at.ada.store.check()).map(({ code }) => code)
    }
    const added = `insert into site_origins (id, name, seen_at, available, serving, error) values (gen_random_uuid(), 'web-9'`
    const cases: [string, string[]][] = [
      [`${added}, now(), '{1}', 1, 'disk is full')`, ['origin-faulty']],
      [`update site_origins set error = null, serving = 7, seen_at = now() where name = 'web-9'`, ['origin-behind']],
      [`update site_origins set seen_at = now() - interval '1 minute' where name = 'web-9'`, ['origin-silent']],
      [`delete from site_origins where name = 'web-9'`, []],
      [`update site_documents set archive = 'x' where name like 'release/catalog@%'`, ['archive-damaged']],
    ]
    for (const [statement, codes] of cases) expect(await said(statement)).toEqual(codes)
    for (const machine of at.machines.splice(0)) {
      await machine.close()
      await machine.remove()
    }
    const none = ['nothing-live', 'live-forged', 'archive-damaged', 'origin-none']
    expect(await said(`update site_live set pointer = null`)).toEqual(none)
  })
})

describeStore('an undo at a site of several machines', () => {
  beforeEach(() => at.release('0.2.0'))

  const breakDisk = async ({ temporary }: SiteCopy) => {
    await rm(temporary, { recursive: true })
    await writeFile(temporary, '')
  }

  it('waits for no origin, and neither does the end of a canary', async () => {
    // One slow origin delayed a rollback by a minute, and then prevented it.
    await at.publishNext(at.ada, '0.3.0', 'Catalog 0.3.0')
    await startCanary(at.ada.store, { catalog: '0.3.0' }, { share: 50 }, at.site.limits)
    await at.store.query(
      `insert into site_origins (id, name, seen_at, available)
       values (gen_random_uuid(), 'stuck', now() + interval '1 hour', '{}')`,
    )
    expect(await stopCanary(at.ada.store)).toEqual({ stopped: 3, live: 2 })
    await until(() => at.machines.every(({ origin }) => origin.site.alternates().canary === undefined))
    expect(await rollBack(at.ada.store)).toMatchObject({ from: 2, to: 1, skipped: [] })
    await at.untilLive(1)
    await holdSite(at.ada.store, { by: 'ada', reason: 'a bad night' })
    expect((await at.ada.store.live()).pointer?.hold?.reason).toBe('a bad night')
  })

  it('is followed by an origin that pulls slowly', async () => {
    const session = await openSession(at.url)
    // Only an origin that pulls reads pins.
    await session.query(`alter table site_documents rename to slow_documents;
      insert into slow_documents (name, content) values ('pin/catalog@0.1.0', '');
      create view site_documents as select * from slow_documents where name not like 'pin/%' or pg_sleep(15) is not null`)
    await holdSite(at.ada.store, { by: 'ada', reason: 'a bad night' })
    const pulling = `from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
    await until(async () => (await at.store.query(`select ${pulling}`)).length === at.machines.length)
    await rollBack(at.ada.store)
    await at.untilLive(1)
    expect(await at.store.query(`select ${pulling}`)).toHaveLength(at.machines.length)
    await session.query(`select pg_cancel_backend(pid) ${pulling}`)
    await session.query('drop view site_documents; alter table slow_documents rename to site_documents')
    await session.close()
  })

  it('and a start go on while a dump reads every table', async () => {
    const session = await openSession(at.url)
    const tables = await session.query("select tablename from pg_tables where schemaname = 'public'")
    await session.query('begin')
    await session.query(`lock table ${tables.map(({ tablename }) => tablename).join(', ')} in access share mode`)
    at.machines.push(await startMachine(at.url))
    await at.untilLive(2)
    const carla = await createCarla()
    expect(await rollBack(carla.store)).toMatchObject({ from: 2, to: 1 })
    await carla.remove()
    await at.untilLive(1)
    await session.query('commit')
    await session.close()
  })

  it('goes further back past what is damaged in the database, from a machine that has no file of it', async () => {
    await at.release('0.3.0')
    await at.store.query(`update site_blobs set content = 'changed' where digest = any ($1)`, [
      (await pageFilesOf(at.ada.copy, 2, 'catalog')).map((file) => path.basename(file)),
    ])
    const carla = await createCarla()
    await expect(rollBack(carla.store, 2)).rejects.toThrow(/Composition 2 .*The blob [0-9a-f]{64} .* was changed/)
    expect(await rollBack(carla.store)).toMatchObject({
      to: 1,
      skipped: [{ number: 2, reason: expect.stringContaining('was changed') }],
    })
    expect(await readdir(carla.copy.compositions)).toEqual([])
    await carla.remove()
    await at.untilLive(1)
  })

  it('is not made of a release that is damaged in the database', async () => {
    await at.release('0.3.0')
    await at.store.query(
      `update site_documents set content = replace(content, '","', 'other","') where name = 'release/catalog@0.2.0'`,
    )
    await expect(rollBack(at.ada.store, 2)).rejects.toThrow(/archive of catalog@0\.2\.0 .* was changed/)
    await at.store.query(
      `update site_documents set content = replace(content, '0.1.0', '0.1.1') where name = 'composition/1'`,
    )
    await expect(rollBack(at.ada.store)).rejects.toThrow(
      /Composition 2 .*\n.*Composition 1 is not what an operator has signed/,
    )
    expect((await at.ada.store.live()).pointer?.live).toBe(3)
  })

  it('and a release are not held up by an origin whose own disk fails; it gives its visitors away until it can follow', async () => {
    const sick = at.machine(1)
    await breakDisk(sick.copy)
    await at.publishNext(at.ada, '0.3.0', 'Catalog 0.3.0')
    expect(await at.ada.activate({ catalog: '0.3.0' })).toMatchObject({ number: 3, outcome: 'activated' })
    await until(() => at.machine(0).live() === 3)
    await until(async () => (await sick.send('/servez')).status === 503)
    const reason = expect.stringContaining('EEXIST')
    expect(JSON.parse((await sick.send('/servez')).text)).toEqual({ status: 'out of service', reason })
    await until(async () => (await at.ada.store.check()).map(({ code }) => code).join() === 'origin-out-of-service')
    const origins = (await at.ada.store.origins()) ?? []
    expect(origins.map(({ serving, outOfService }) => [serving, outOfService]).sort()).toEqual([
      [2, reason],
      [3, undefined],
    ])
    // A balancer tries another origin; other clients still get pages.
    const asked = { headers: { 'x-in-service': 'only' } }
    expect((await sick.send('/courses', asked)).status).toBe(503)
    expect((await sick.send('/courses')).text).toContain('Catalog 0.2.0')

    await rm(sick.copy.temporary)
    await at.untilLive(3)
    await until(async () => (await sick.send('/servez')).status === 200)
    expect((await sick.send('/courses', asked)).text).toContain('Catalog 0.3.0')
  })

  it('leaves the last origin in service, and activates nothing that none can hold', async () => {
    for (const { copy } of at.machines) await breakDisk(copy)
    await at.publishNext(at.ada, '0.3.0', 'Catalog 0.3.0')
    await expect(at.ada.activate({ catalog: '0.3.0' })).rejects.toThrow(/cannot be held everywhere.*EEXIST.*EEXIST/s)
    await rollBack(at.ada.store)
    for (const { send } of at.machines) {
      for (const address of ['/servez', '/courses']) expect((await send(address)).status).toBe(200)
    }
    for (const { copy } of at.machines) await rm(copy.temporary)
    await at.untilLive(1)
  })
})
