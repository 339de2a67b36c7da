import type { IncomingHttpHeaders } from 'node:http'
import { openSession } from '@platform/base/testing/postgres-server'
import { addressOf } from '@platform/release/testing/fixture-release'
import { readAuditLog } from '@platform/site/audit/audit-log'
import { shareCanary, startCanary } from '@platform/site/changes/change-canary'
import { linkComposition, makePreview } from '@platform/site/changes/make-preview'
import { holdSite, resumeSite, rollBack } from '@platform/site/changes/roll-back'
import { SLICE_MS } from '@platform/site/model/health-figures'
import { createOperator, describeStore, nextCatalog, setUpSharedSite, startMachine } from './testing/machines'
import { addressNumber, until, visitor } from './testing/test-origin'

jest.setTimeout(120_000)

describeStore('at two origins', () => {
  const shared = setUpSharedSite((made) => made.publishNext(made.ada, '0.2.0', 'Second catalog'))

  // The key of the first link came with the next change of what is live.
  it('the first link of a site is at both', async () => {
    const { link } = await linkComposition(shared.ada.store, 1)
    const isIn = ({ headers }: { headers: IncomingHttpHeaders }) => /^[^=]+=[^;]/.test(String(headers['set-cookie']))
    const enter = () => Promise.all(shared.machines.map(({ send }) => send(new URL(link).pathname)))
    await until(async () => (await enter()).every(isIn))
    expect((await enter()).map(isIn)).toEqual([true, true])
  })

  it('a preview and its key are at both', async () => {
    const { link } = await makePreview(shared.ada.store, { catalog: '0.2.0' }, 3_600_000, shared.site.limits)
    await until(() => shared.machines.every(({ origin }) => origin.site.alternates().previews.length === 1))
    for (const { send } of shared.machines) {
      const cookie = (await send(new URL(link).pathname)).headers['set-cookie']?.[0]?.split(';')[0] ?? ''
      expect((await send('/courses', { headers: { cookie } })).text).toContain('Preview of catalog@0.2.0')
    }
  })

  it('a canary is decided alike, and dropped and held by one of them for what both received', async () => {
    const { ada, machines, site } = shared
    const isShown = (share: number | undefined) =>
      until(() => machines.every(({ origin }) => origin.site.alternates().canary?.share === share))
    const { number } = await startCanary(ada.store, { catalog: '0.2.0' }, { share: 2 }, site.limits)
    await isShown(2)
    const { salt = '' } = (await ada.copy.readPointer())?.canary ?? {}
    const openIn = async (place: number, index: number, bucket: number) => {
      const machine = shared.machine(place)
      const it = visitor(machine, addressNumber(index))
      it.choose(salt, bucket)
      return { ...it, composition: await it.open('/courses') }
    }
    const isTried = async (bucket: number) =>
      (await Promise.all([0, 1].map((place) => openIn(place, 9_999, bucket)))).map((it) => it.composition === number)
    for (const bucket of [0, 199]) expect(await isTried(bucket)).toEqual([true, true])
    for (const bucket of [200, 499, 9_999]) expect(await isTried(bucket)).toEqual([false, false])
    await shareCanary(ada.store, 5)
    await isShown(5)
    expect(await isTried(499)).toEqual([true, true])
    expect(machines.map((machine) => machine.live())).toEqual([1, 1])

    const script = addressOf(nextCatalog('0.2.0', 'Second catalog'), 'courses.js')
    const began = Math.floor(Date.now() / SLICE_MS)
    await until(() => Math.floor(Date.now() / SLICE_MS) > began)
    const visit = async (index: number) => {
      const { say, composition } = await openIn(index % 2, index, index < 20 ? index : 5_000 + index)
      if (index < 6) await say({ composition, kind: 'throw', message: 'x', stack: [`${script}:1:2`] })
    }
    await Promise.all(Array.from({ length: 400 }, (_, index) => visit(index)))
    await isShown(undefined)
    await ada.store.refresh('all')
    const { hold, live, lastLive } = (await ada.copy.readPointer()) ?? {}
    const reason = new RegExp(`^more visits failed \\(.+\\) of composition ${number} than of composition 1`)
    expect([live, hold?.reason]).toEqual([1, expect.stringMatching(reason)])
    expect(lastLive?.[number]).toBeDefined()
    const { entries } = await readAuditLog(ada.store.audit)
    expect(entries.filter(({ action, refusal }) => action.startsWith('automatic') && !refusal)).toHaveLength(1)
  })

  it('an undo and a start go on while a dump reads every table', async () => {
    const { ada, machines, url } = shared
    await resumeSite(ada.store)
    await shared.release('0.3.0')
    const session = await openSession(url)
    const tables = await session.query("select tablename from pg_tables where schemaname = 'public'")
    await session.query('begin')
    await session.query(`lock table ${tables.map(({ tablename }) => tablename).join(', ')} in access share mode`)
    machines.push(await startMachine(url))
    const carla = await createOperator(url, shared.site, { isEmpty: true })
    expect(await rollBack(carla.store)).toMatchObject({ to: 1 })
    await shared.untilLive(1)
    await session.query('commit')
    await session.close()
    await carla.remove()
  })

  it('an undo is followed by an origin that pulls slowly', async () => {
    const { ada, machines, store, url } = shared
    await ada.store.refresh('all')
    await shared.release('0.4.0')
    const session = await openSession(url)
    // Only an origin that pulls reads pins.
    await session.query(`alter table site_documents rename to slow_documents;
      insert into slow_documents (name, content) values ('pin/catalog@0.1.0', '');
      create view site_documents as select * from slow_documents where name not like 'pin/%' or pg_sleep(15) is not null`)
    await holdSite(ada.store, { by: 'ada', reason: 'a bad night' })
    const pulling = `from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
    await until(async () => (await store.query(`select ${pulling}`)).length === machines.length)
    await rollBack(ada.store)
    await shared.untilLive(1)
    expect(await store.query(`select ${pulling}`)).toHaveLength(machines.length)
    await session.query(`select pg_cancel_backend(pid) ${pulling}`)
    await session.query('drop view site_documents; alter table slow_documents rename to site_documents')
    await session.close()
  })
})
