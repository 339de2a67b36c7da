import { rm } from 'node:fs/promises'
import { listReleases } from '@platform/release/folder-registry/releases'
import { catalogFixture } from '@platform/release/testing/fixture-release'
import type { TeamKeys } from '@platform/release/verify/team-keys'
import { appendEntry, readAuditLog } from '../audit/audit-log'
import { addVisits, type Failure, noFigures, noVisits, sliceOf } from '../model/health-figures'
import type { Site } from '../site/site'
import { setUpSite, testSettings } from './test-site'

type OpenedSite = { ada: Site; bob: Site; close: () => Promise<void> }

const SIMULTANEOUS = 20

const keysOf = (key: string, name = 'catalog'): TeamKeys => ({ [name]: [{ key, state: 'trusted' }] })

export function describeSiteStore(form: string, open: (folder: string) => Promise<OpenedSite>): void {
  describe(`a site in ${form}`, () => {
    let opened: OpenedSite
    let ada: Site
    let bob: Site

    afterEach(() => opened.close())
    const site = setUpSite(async (two) => {
      await two.goLive()
      await two.publish(catalogFixture({ version: '0.2.0' }))
      await two.activate({ catalog: '0.2.0' })
      await rm(two.copy.current)
    })
    beforeEach(async () => {
      opened = await open(site.copy.root)
      ;({ ada, bob } = opened)
    })

    const goLive = async () => {
      await ada.moveLive(await ada.live(), { live: 1, history: [] }, { newcomer: 1 })
      await ada.moveLive(await ada.live(), { live: 2, history: [1] }, { newcomer: 2 })
      return ada.live()
    }
    const simultaneous = <T>(change: (store: Site, index: number) => Promise<T>) =>
      Array.from({ length: SIMULTANEOUS }, (_, index) => change(index % 2 ? ada : bob, index))
    const numbersOf = async (stores: readonly Site[]) =>
      Promise.all(stores.map(async (store) => (await store.live()).pointer?.live))

    describe('what is live', () => {
      it('is nothing at first, and for everybody what it was made, again and again', async () => {
        expect((await ada.live()).pointer).toBeUndefined()
        const state = await goLive()
        expect(await numbersOf([ada, bob])).toEqual([2, 2])
        await bob.refresh('live')
        const lastLive = { 1: expect.any(String) }
        expect(await bob.copy.readPointer()).toMatchObject({ live: 2, history: [1], lastLive })
        await ada.moveLive(state, { hold: { since: 'now', by: 'ada', reason: 'a bad night' } })
        const next = await bob.live()
        expect(next.revision).not.toBe(state.revision)
        expect(await ada.live()).toEqual(next)
      })

      it('is not changed by who decided on what is no longer live, nor are documents', async () => {
        const before = await goLive()
        await ada.moveLive(before, { live: 1, history: [2] })
        const late = bob.moveLive(before, { live: 2, history: [1] }, { documents: { keys: keysOf('late') } })
        await expect(late).rejects.toThrow(/meanwhile/)
        expect(await numbersOf([ada, bob])).toEqual([1, 1])
        await ada.refresh('live')
        expect(await ada.copy.readKeys()).toEqual({})
      })

      it(`lets exactly one of ${SIMULTANEOUS} simultaneous changes succeed`, async () => {
        const from = await goLive()
        const outcomes = await Promise.allSettled(
          simultaneous((store, index) =>
            store.moveLive(from, { hold: { since: 'now', by: `operator ${index}`, reason: 'a race' } }),
          ),
        )
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
        const winner = outcomes.findIndex(({ status }) => status === 'fulfilled')
        expect((await bob.live()).pointer?.hold?.by).toBe(`operator ${winner}`)
      })

      it('changes together with documents, and is made nothing new when they were changed meanwhile', async () => {
        const settings = { publicUrl: 'https://shop.example', sandbox: true, isDevelopment: false }
        const documents = { settings, keys: keysOf('key') }
        await ada.moveLive(await ada.live(), { live: 1, history: [] }, { newcomer: 1, documents })
        const from = await ada.live()
        await bob.refresh('live')
        expect([await bob.copy.readSettings(), await bob.copy.readKeys()]).toEqual([settings, keysOf('key')])
        await bob.changeDocument('keys', () => keysOf('other'))
        const late = ada.moveLive(from, { live: 2, history: [1] }, { newcomer: 2 })
        await expect(late).rejects.toThrow('changed meanwhile')
        expect(await numbersOf([ada, bob])).toEqual([1, 1])
      })

      // A rollback overwrote a revocation with the former keys.
      it('is undone whatever the documents have become, during a change by another, and they stay', async () => {
        const from = await goLive()
        await ada.exclusive('activate catalog@0.2.0', async () => {
          await bob.changeDocument('keys', () => keysOf('revoked'))
          await bob.changeDocument('settings', () => ({ ...testSettings, publicUrl: 'https://shop.example' }))
          await bob.moveLive(from, { live: 1, history: [] })
        })
        expect(await numbersOf([ada, bob])).toEqual([1, 1])
        for (const store of [ada, bob]) {
          expect(await store.readDocument('keys')).toEqual(keysOf('revoked'))
          expect(await store.readDocument('settings')).toMatchObject({ publicUrl: 'https://shop.example' })
        }
      })
    })

    it('is changed by one operator at a time, whom the other reads, also after one has failed', async () => {
      const refusal = ada.exclusive('activate catalog@0.2.0', () => bob.exclusive('prune', async () => {}))
      await expect(refusal).rejects.toThrow(/activate catalog@0\.2\.0/)
      expect(await bob.exclusive('prune', async () => 'done')).toBe('done')
    })

    describe('a document', () => {
      it('is the same for everybody, each its own, and stays when nothing can be made of it', async () => {
        await ada.changeDocument('keys', () => keysOf('key'))
        await ada.changeDocument('previewKey', () => 'abc')
        const refuse = () => {
          throw new Error('no such key')
        }
        await expect(bob.changeDocument('keys', refuse)).rejects.toThrow('no such key')
        expect([await bob.readDocument('keys'), await bob.readDocument('previewKey')]).toEqual([keysOf('key'), 'abc'])
        await bob.refresh('live')
        expect([await bob.copy.readKeys(), await bob.copy.readPreviewKey()]).toEqual([keysOf('key'), 'abc'])
      })

      it(`loses none of ${SIMULTANEOUS} simultaneous changes`, async () => {
        await Promise.all(
          simultaneous((store, index) =>
            store.changeDocument('keys', (keys = {}) => ({ ...keys, ...keysOf('key', `team-${index}`) })),
          ),
        )
        expect(Object.keys((await ada.readDocument('keys')) ?? {})).toHaveLength(SIMULTANEOUS)
      })
    })

    describe('compositions', () => {
      it('are listed with the newest first, can be had, and are verified where they are kept', async () => {
        await goLive()
        expect(await bob.compositions()).toEqual([2, 1])
        const composition = await bob.readComposition(1)
        expect(composition).toMatchObject({ number: 1, releases: { catalog: { version: '0.1.0' } } })
        await bob.verifyComposition(composition)
        const other = { ...composition, releases: { catalog: { liveSince: '', version: '0.1.0', digest: 'other' } } }
        await expect(bob.verifyComposition(other)).rejects.toThrow('catalog@0.1.0')
        expect((await bob.ensureComposition(1)).releases.catalog?.version).toBe('0.1.0')
        await expect(bob.readComposition(9)).rejects.toThrow()
        await expect(bob.ensureComposition(9)).rejects.toThrow()
      })

      // The pointer is read each second and grew for ever.
      it('are deleted unless they are live, with releases; what is live forgets them', async () => {
        await goLive()
        await ada.exclusive('prune', () => ada.drop(['composition/1', 'composition/2', 'release/catalog@0.1.0']))
        expect(await bob.compositions()).toEqual([2])
        await expect(bob.ensureComposition(1)).rejects.toThrow()
        await ada.moveLive(await ada.live(), { hold: undefined })
        const { pointer } = await bob.live()
        expect(pointer).toMatchObject({ live: 2, history: [], lastLive: {}, highest: 2 })
      })

      it('never have a number twice, not even that of one that was deleted', async () => {
        await ada.moveLive(await goLive(), { live: 1, history: [] })
        await ada.exclusive('prune', () => ada.drop(['composition/2']))
        await ada.moveLive(await ada.live(), { hold: undefined })
        const [first, second] = [await ada.nextNumber(), await ada.nextNumber()]
        expect(first).toBeGreaterThan(2)
        expect(second).toBeGreaterThanOrEqual(first)
      })
    })

    it('keeps the first integrity of a version for ever, and lets a release be had by everybody', async () => {
      expect(await ada.pinIntegrity('catalog', '1.6.0', 'sha512-first')).toBe('sha512-first')
      expect(await bob.pinIntegrity('catalog', '1.6.0', 'sha512-other')).toBe('sha512-first')
      expect(await bob.copy.readPin('catalog', '1.6.0')).toBe('sha512-first')
      await ada.addRelease('catalog', '0.2.0')
      await bob.refresh('all')
      const release = expect.objectContaining({ package: 'catalog', version: '0.2.0' })
      expect(await listReleases(bob.copy)).toContainEqual(release)
    })

    it('keeps every entry of the audit log, in one chain, whoever writes at the same time', async () => {
      const actor = { kind: 'user', name: 'ada' } as const
      await Promise.all(simultaneous(({ audit }, index) => appendEntry(audit, { action: `step ${index}`, actor })))
      const { entries, alteration } = await readAuditLog(bob.audit)
      expect([new Set(entries.map(({ action }) => action)).size, alteration]).toEqual([SIMULTANEOUS, undefined])
    })

    it('adds up what was counted, a failure of one address once', async () => {
      const minute = Math.floor(Date.now() / 60_000)
      const failure: Failure = {
        ...{ composition: 1, at: Date.now(), address: 'a', package: 'catalog', release: '0.1.0' },
        ...{ kind: 'throw', location: 'catalog/src/a.tsx:1' },
      }
      const vital = { composition: 1, minute, name: 'LCP', package: 'catalog', upperBound: 1_200, count: 2 }
      const visits = { ...noVisits(1, sliceOf(Date.now())), visits: 2, interactive: 1.5, apiFailed: 0.5 }
      const documents = { composition: 1, minute, documents: 5 }
      const change = { documents: [documents], visits: [visits], failures: [failure], vitals: [vital] }
      await ada.health.add(change)
      await ada.health.add(change)
      expect(await ada.health.read(Date.now() - 60_000)).toEqual({
        documents: [{ ...documents, documents: 10 }],
        visits: [addVisits(visits, visits)],
        failures: [failure],
        vitals: [{ ...vital, count: 4 }],
      })
      expect(await ada.health.read(Date.now() + 120_000)).toEqual(noFigures)
    })
  })
}
