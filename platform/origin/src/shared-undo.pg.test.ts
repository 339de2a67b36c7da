import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  type Databases,
  hasPostgres,
  openSession,
  type PostgresSession,
  sharePostgres,
} from '@platform/base/testing/postgres-server'
import { pageFilesOf } from '@platform/compose/testing/kept-page'
import { startCanary, stopCanary } from '@platform/site/changes/change-canary'
import { holdSite, rollBack } from '@platform/site/changes/roll-back'
import { createOperator, type SharedSite, startMachine, startSharedSite } from './testing/machines'
import { until } from './testing/test-origin'

jest.setTimeout(60_000)
const describeStore = hasPostgres ? describe : describe.skip

describeStore('an undo at a site of several machines', () => {
  let postgres: Databases
  let shared: SharedSite
  let ada: SharedSite['ada']
  let machines: SharedSite['machines']
  let session: PostgresSession

  beforeAll(async () => {
    postgres = await sharePostgres()
  })
  afterAll(() => postgres?.drop())
  beforeEach(async () => {
    shared = await startSharedSite(postgres)
    ;({ ada, machines } = shared)
    await release('0.2.0')
    session = await openSession(shared.url)
  })
  afterEach(async () => {
    await session.close()
    await shared.remove()
  })

  async function release(version: string): Promise<void> {
    await shared.publishNext(ada, version, `Catalog ${version}`)
    const { number } = await ada.activate({ catalog: version })
    await shared.untilLive(number)
  }
  /** An origin that lives, holds nothing and never will. */
  const addStuckOrigin = () =>
    shared.store.query(
      `insert into site_origins (id, name, seen_at, available)
       values (gen_random_uuid(), 'stuck', now() + interval '1 hour', '{}')`,
    )
  /** From now on nothing can be unpacked on a machine's disk; as a full one does, the system says so. */
  const breakDisk = async ({ copy }: SharedSite['machines'][number]) => {
    await rm(copy.temporary, { recursive: true })
    await writeFile(copy.temporary, '')
  }
  const second = () => {
    const [, machine] = machines
    if (!machine) throw new Error('There is no second machine')
    return machine
  }

  it('waits for no origin', async () => {
    // One slow origin kept it waiting for a minute, and then from being done.
    await addStuckOrigin()
    expect(await rollBack(ada.store)).toMatchObject({ from: 2, to: 1, skipped: [] })
    await shared.untilLive(1)
    await holdSite(ada.store, { by: 'ada', reason: 'a bad night' })
    expect((await ada.store.live()).pointer?.hold?.reason).toBe('a bad night')
  })

  it('ends a canary while an origin hangs', async () => {
    await shared.publishNext(ada, '0.3.0', 'Catalog 0.3.0')
    await startCanary(ada.store, { catalog: '0.3.0' }, { share: 50 }, shared.site.limits)
    await addStuckOrigin()
    expect(await stopCanary(ada.store)).toEqual({ stopped: 3, live: 2 })
    await until(() => machines.every(({ origin }) => origin.site.alternates().canary === undefined))
  })

  it('is followed by an origin that pulls slowly', async () => {
    // Whoever pulled followed nothing until it had everything.
    // Only who pulls reads pins.
    await session.query(`alter table site_documents rename to slow_documents;
      insert into slow_documents (name, content) values ('pin/catalog@0.1.0', '');
      create view site_documents as select * from slow_documents where name not like 'pin/%' or pg_sleep(15) is not null`)
    await holdSite(ada.store, { by: 'ada', reason: 'a bad night' })
    const pulling = `from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
    await until(async () => (await shared.store.query(`select ${pulling}`)).length === machines.length)
    await rollBack(ada.store)
    await shared.untilLive(1)
    expect(await shared.store.query(`select ${pulling}`)).toHaveLength(machines.length)
    await session.query(`select pg_cancel_backend(pid) ${pulling}`)
    await session.query('drop view site_documents; alter table slow_documents rename to site_documents')
  })

  it('and a start go on while a dump reads every table', async () => {
    // Each start altered a table, and waited behind the dump with everybody behind it.
    const tables = await session.query("select tablename from pg_tables where schemaname = 'public'")
    await session.query('begin')
    await session.query(`lock table ${tables.map(({ tablename }) => tablename).join(', ')} in access share mode`)
    machines.push(await startMachine(shared.url))
    await shared.untilLive(2)
    const carla = await createOperator(shared.url, shared.site, 'carla', { isEmpty: true })
    expect(await rollBack(carla.store)).toMatchObject({ from: 2, to: 1 })
    await carla.remove()
    await shared.untilLive(1)
    await session.query('commit')
  })

  it('goes further back past what is damaged in the database, from a machine that has no file of it', async () => {
    await release('0.3.0')
    await shared.store.query(`update site_blobs set content = 'changed' where digest = any ($1)`, [
      (await pageFilesOf(ada.copy, 2, 'catalog')).map((file) => path.basename(file)),
    ])
    const carla = await createOperator(shared.url, shared.site, 'carla', { isEmpty: true })
    await expect(rollBack(carla.store, 2)).rejects.toThrow(/Composition 2 .*The blob [0-9a-f]{64} .* was changed/)
    expect(await rollBack(carla.store)).toMatchObject({
      to: 1,
      skipped: [{ number: 2, reason: expect.stringContaining('was changed') }],
    })
    expect(await readdir(carla.copy.compositions)).toEqual([])
    await carla.remove()
    await shared.untilLive(1)
  })

  it('is not made of a release that is damaged in the database', async () => {
    await release('0.3.0')
    await shared.store.query(
      `update site_documents set content = replace(content, '","', 'other","') where name = 'release/catalog@0.2.0'`,
    )
    await expect(rollBack(ada.store, 2)).rejects.toThrow(/archive of catalog@0\.2\.0 .* was changed/)
    await shared.store.query(
      `update site_documents set content = replace(content, '0.1.0', '0.1.1') where name = 'composition/1'`,
    )
    await expect(rollBack(ada.store)).rejects.toThrow(
      /Composition 2 .*\n.*Composition 1 is not what an operator has signed/,
    )
    expect((await ada.store.live()).pointer?.live).toBe(3)
  })

  it('and a release are not held up by an origin whose own disk fails; it gives its visitors away until it can follow', async () => {
    // One full disk vetoed everything, and said ENOTEMPTY.
    const machine = second()
    await breakDisk(machine)
    await shared.publishNext(ada, '0.3.0', 'Catalog 0.3.0')
    expect(await ada.activate({ catalog: '0.3.0' })).toMatchObject({ number: 3, outcome: 'activated' })
    await until(() => machines[0]?.live() === 3)
    await until(async () => (await machine.send('/servez')).status === 503)
    expect(JSON.parse((await machine.send('/servez')).text)).toEqual({
      status: 'out of service',
      reason: expect.stringContaining('EEXIST'),
    })
    const isListed = async () => (await ada.store.check()).map(({ code }) => code).join() === 'origin-out-of-service'
    await until(isListed)
    const origins = (await ada.store.origins()) ?? []
    expect(origins.map(({ serving, outOfService }) => [serving, outOfService]).sort()).toEqual([
      [2, expect.stringContaining('EEXIST')],
      [3, undefined],
    ])
    // Whoever can ask another one is sent there; anybody else gets what there is.
    expect((await machine.send('/courses', { headers: { 'x-in-service': 'only' } })).status).toBe(503)
    expect((await machine.send('/courses')).text).toContain('Catalog 0.2.0')

    await rm(machine.copy.temporary)
    await shared.untilLive(3)
    await until(async () => (await machine.send('/servez')).status === 200)
    expect((await machine.send('/courses', { headers: { 'x-in-service': 'only' } })).text).toContain('Catalog 0.3.0')
  })

  it('leaves the last origin in service, and activates nothing that none can hold', async () => {
    for (const machine of machines) await breakDisk(machine)
    await shared.publishNext(ada, '0.3.0', 'Catalog 0.3.0')
    await expect(ada.activate({ catalog: '0.3.0' })).rejects.toThrow(/cannot be held everywhere.*EEXIST.*EEXIST/s)
    await rollBack(ada.store)
    for (const machine of machines) {
      expect((await machine.send('/servez')).status).toBe(200)
      expect((await machine.send('/courses')).status).toBe(200)
    }
    for (const machine of machines) await rm(machine.copy.temporary)
    await shared.untilLive(1)
  })
})
