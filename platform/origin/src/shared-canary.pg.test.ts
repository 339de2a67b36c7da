import { type Databases, hasPostgres, sharePostgres } from '@platform/base/testing/postgres-server'
import { addressOf } from '@platform/release/testing/fixture-release'
import { readAuditLog } from '@platform/site/audit/audit-log'
import { shareCanary, startCanary, stopCanary } from '@platform/site/changes/change-canary'
import { makePreview } from '@platform/site/changes/make-preview'
import { resumeSite } from '@platform/site/changes/roll-back'
import { FEWEST_FOR_STEP } from '@platform/site/model/canary-evidence'
import { SLICE_MS } from '@platform/site/model/health-figures'
import { nextCatalog, type SharedSite, startSharedSite } from './testing/machines'
import { addressNumber, until, visitor } from './testing/test-origin'

jest.setTimeout(120_000)
const describeStore = hasPostgres ? describe : describe.skip

describeStore('a canary at two origins', () => {
  let postgres: Databases
  let shared: SharedSite
  let site: SharedSite['site']
  let ada: SharedSite['ada']
  let machines: SharedSite['machines']

  beforeAll(async () => {
    postgres = await sharePostgres()
    shared = await startSharedSite(postgres)
    ;({ site, ada, machines } = shared)
    await shared.publishNext(ada, '0.2.0', 'Second catalog')
  })
  afterAll(async () => {
    await shared?.remove()
    await postgres?.drop()
  })

  const shares = () => machines.map(({ origin }) => origin.site.alternates().canary?.share)
  const isShown = (share: number | undefined) => until(() => shares().every((it) => it === share))

  it('is decided alike for every visitor, and held by both before anybody gets it', async () => {
    const { number } = await startCanary(ada.store, { catalog: '0.2.0' }, { share: 5 }, site.limits)
    await isShown(5)
    const { salt } = (await ada.copy.readPointer())?.canary ?? {}
    const courses = (bucket: number) =>
      Promise.all(
        machines.map(async ({ send }) => {
          const headers = { cookie: `site_rollout=${salt}.${bucket}` }
          return (await send('/courses', { headers })).text.includes('Second catalog')
        }),
      )
    for (const bucket of [0, 250, 499]) expect(await courses(bucket)).toEqual([true, true])
    for (const bucket of [500, 2_499, 9_999]) expect(await courses(bucket)).toEqual([false, false])
    await shareCanary(ada.store, 25)
    await isShown(25)
    for (const bucket of [0, 499, 2_499]) expect(await courses(bucket)).toEqual([true, true])
    expect(machines.map((machine) => machine.live())).toEqual([1, 1])
    await stopCanary(ada.store)
    await isShown(undefined)
    await ada.store.refresh('all')
    expect((await ada.copy.readPointer())?.lastLive?.[number]).toBeDefined()
  })

  const visitAll = async (salt: string, round: number) => {
    for (let index = 0; index < FEWEST_FOR_STEP; index += 1) {
      const machine = machines[index % 2]
      if (!machine) throw new Error('There are two machines')
      const it = visitor(machine, addressNumber(round * 1_000 + index, 11))
      it.choose(salt, 0)
      await it.say({ composition: await it.open('/courses'), kind: 'interactive' })
    }
  }

  it('takes each planned step once, whichever origin is first', async () => {
    const plan = { share: 5, steps: { shares: [25, 50], everyMs: 1_500 } }
    await startCanary(ada.store, { catalog: '0.2.0' }, plan, site.limits)
    await isShown(5)
    const { salt = '' } = (await ada.copy.readPointer())?.canary ?? {}
    for (const [round, share] of [25, 50].entries()) {
      await visitAll(salt, round)
      await isShown(share)
    }
    await ada.store.refresh('all')
    const steps = (await readAuditLog(ada.store.audit)).entries.filter(
      ({ action, refusal }) => action === 'canary step' && !refusal,
    )
    expect(steps.map(({ after }) => after?.share).filter(Boolean)).toEqual([25, 50])
    await stopCanary(ada.store)
    await isShown(undefined)
  })

  it('is dropped for what the two of them received together, by one of them, and held', async () => {
    await ada.store.refresh('all')
    const { number } = await startCanary(ada.store, { catalog: '0.2.0' }, { share: 5 }, site.limits)
    await isShown(5)
    const { salt } = (await ada.copy.readPointer())?.canary ?? {}
    const script = addressOf(nextCatalog('0.2.0', 'Second catalog'), 'courses.js')
    const began = Math.floor(Date.now() / SLICE_MS)
    await until(() => Math.floor(Date.now() / SLICE_MS) > began)
    const visit = async (index: number) => {
      const machine = machines[index % 2]
      if (!machine) throw new Error('There are two machines')
      const it = visitor(machine, addressNumber(index))
      it.choose(salt ?? '', index < 20 ? index : 5_000 + index)
      const composition = await it.open('/courses')
      if (index < 6) await it.say({ composition, kind: 'throw', message: 'x', stack: [`${script}:1:2`] })
    }
    await Promise.all(Array.from({ length: 400 }, (_, index) => visit(index)))
    await isShown(undefined)
    await ada.store.refresh('all')
    const { hold, live } = (await ada.copy.readPointer()) ?? {}
    expect([live, hold?.reason]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^more visits failed \\(.+\\) of composition ${number} than of composition 1`)),
    ])
    const undone = (await readAuditLog(ada.store.audit)).entries.filter(
      ({ action, refusal }) => action.startsWith('automatic') && !refusal,
    )
    expect(undone).toHaveLength(1)
    await resumeSite(ada.store)
  })

  it('and a preview with its key are at both', async () => {
    await ada.store.refresh('all')
    const { link } = await makePreview(ada.store, { catalog: '0.2.0' }, 3_600_000, site.limits)
    await until(() => machines.every(({ origin }) => origin.site.alternates().previews.length === 1))
    const address = new URL(link).pathname
    for (const { send } of machines) {
      const cookie = (await send(address)).headers['set-cookie']?.[0]?.split(';')[0] ?? ''
      expect((await send('/courses', { headers: { cookie } })).text).toContain('Preview of catalog@0.2.0')
    }
  })
})
