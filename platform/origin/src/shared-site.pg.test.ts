import { type Databases, hasPostgres, sharePostgres } from '@platform/base/testing/postgres-server'
import { addressOf } from '@platform/release/testing/fixture-files'
import { rollBack } from '@platform/site/changes/roll-back'
import { readStatus } from '@platform/site/queries/read-status'
import { nextCatalog, type SharedSite, startSharedSite } from './testing/machines'
import { until } from './testing/test-origin'

jest.setTimeout(60_000)
const describeStore = hasPostgres ? describe : describe.skip

describeStore('a site of several machines', () => {
  let postgres: Databases
  let shared: SharedSite
  let store: SharedSite['store']
  let ada: SharedSite['ada']
  let bob: SharedSite['bob']
  let machines: SharedSite['machines']

  beforeAll(async () => {
    postgres = await sharePostgres()
  })
  afterAll(() => postgres?.drop())
  beforeEach(async () => {
    shared = await startSharedSite(postgres)
    ;({ store, ada, bob, machines } = shared)
  })
  afterEach(() => shared.remove())

  const publishNext: SharedSite['publishNext'] = (...release) => shared.publishNext(...release)
  const untilLive = (number: number) => shared.untilLive(number)

  it('is changed and taken back from any machine, and every origin follows', async () => {
    await publishNext(ada, '0.2.0', 'second')
    await bob.store.refresh('all')
    expect((await readStatus(bob.store)).waiting).toMatchObject([{ package: 'catalog', version: '0.2.0' }])
    await bob.activate({ catalog: 'latest' })
    await untilLive(2)
    for (const machine of machines) expect((await machine.send('/courses')).text).toContain('<h1>second</h1>')
    await ada.store.refresh('all')
    await rollBack(ada.store)
    await untilLive(1)
  })

  it('has every file of the new pages on every origin before one of them shows such a page', async () => {
    await publishNext(ada, '0.2.0', 'second')
    // Looks at the very moment in which the row moves: who holds what.
    await store.query('create table moves (live text, held_by bigint)')
    await store.query(`create function note_move() returns trigger language plpgsql as $$ begin
      insert into moves select new.pointer ->> 'live', count(*) from site_origins
        where (new.pointer ->> 'live')::integer = any (available);
      return new; end $$`)
    await store.query(`create trigger note_move before update on site_live for each row
      when (new.revision > old.revision) execute function note_move()`)
    const asset = addressOf(nextCatalog('0.2.0', 'second'), 'remote-entry.js')
    const seen: boolean[] = []
    for (const { origin } of machines) {
      origin.site.onChange(() => seen.push(...machines.map((machine) => machine.serves(asset))))
    }
    await ada.activate({ catalog: 'latest' })
    await untilLive(2)
    expect(seen).toEqual([true, true, true, true])
    expect(await store.query('select live, held_by::integer from moves')).toEqual([{ live: '2', held_by: 2 }])
  })

  it('takes the lock of an operator whose machine has gone', async () => {
    await store.query(
      `insert into site_lock (token, operator, since, seen_at)
       values (gen_random_uuid(), 'eve', now() - interval '1 hour', now() - interval '11 seconds')`,
    )
    await publishNext(ada, '0.2.0', 'second')
    expect(await ada.activate({ catalog: 'latest' })).toMatchObject({ outcome: 'activated' })
    expect(await store.query('select operator from site_lock')).toEqual([])
  })

  it('names every origin with what it serves, and tells the doctor of the ones that do not follow', async () => {
    await until(async () => (await ada.store.origins())?.every(({ serving }) => serving === 1) ?? false)
    const status = await readStatus(ada.store)
    expect(status.origins).toEqual([expect.objectContaining({ serving: 1 }), expect.objectContaining({ serving: 1 })])
    expect(await ada.store.check()).toEqual([])

    const said = async (statement: string) => {
      await store.query(statement)
      return (await ada.store.check()).map(({ code }) => code)
    }
    const other = `insert into site_origins (id, name, seen_at, available, serving, error) values (gen_random_uuid(), 'web-9'`
    expect(await said(`${other}, now(), '{1}', 1, 'disk is full')`)).toEqual(['origin-faulty'])
    expect(
      await said(`update site_origins set error = null, serving = 7, seen_at = now() where name = 'web-9'`),
    ).toEqual(['origin-behind'])
    expect(await said(`update site_origins set seen_at = now() - interval '1 minute' where name = 'web-9'`)).toEqual([
      'origin-silent',
    ])
    expect(await said(`delete from site_origins where name = 'web-9'`)).toEqual([])
    expect(await said(`update site_documents set archive = 'x' where name like 'release/catalog@%'`)).toEqual([
      'archive-damaged',
    ])
    for (const machine of machines.splice(0)) {
      await machine.close()
      await machine.remove()
    }
    expect(await said(`update site_live set pointer = null`)).toEqual([
      'nothing-live',
      'live-forged',
      'archive-damaged',
      'origin-none',
    ])
  })
})
