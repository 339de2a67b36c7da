import type { RenderLimits } from '@platform/compose/rendering/render-site'
import { readPage } from '@platform/compose/testing/kept-page'
import {
  catalogFixture,
  contentFixture,
  hostFixture,
  pageBundle,
  routesWithBlog,
} from '@platform/release/testing/fixture-release'
import { activateReleases } from '../changes/activate-releases'
import { addKey, revokeKey } from '../changes/change-keys'
import { prepareReleases } from '../changes/prepare-releases'
import { prune } from '../changes/prune-site'
import { rollBack } from '../changes/roll-back'
import type { SiteStore } from '../store/site-store'
import type { OpenedSite } from './describe-site-store'
import { createTestSite, type TestSite } from './test-site'

/** A site as two operators have it, and what somebody can do to it who can write where it is kept and has no operator's key. */
export type AttackedSite = OpenedSite & {
  /** Another text on a page of a composition, every digest computed anew. */
  forgePage: (number: number, text: string) => Promise<void>
  /** Other bytes under the names of a composition's packs. */
  damagePacks: (number: number) => Promise<void>
}

const shell = hostFixture({ routes: routesWithBlog })
const second = catalogFixture({
  version: '0.2.0',
  content: { 'server/courses-page.cjs': pageBundle(`'<h1>Other courses at ' + url + '</h1>'`) },
})
const LIVE = { shell: '0.1.0', catalog: '0.1.0', content: '0.1.0' }
const CATALOG = ['/courses', '/courses?category=food', '/courses?category=health']
const CONTENT = ['/blog', '/blog/unknown']
const ALL = ['/', '/about', ...CATALOG, ...CONTENT]

/**
 * What `prepare` promises, with every form of the store; ada prepares, bob activates.
 * @param open the site in a folder that has the releases, and where composition 1 is live
 */
export function describePreparation(form: string, open: (site: TestSite) => Promise<AttackedSite>): void {
  describe(`releases that are prepared in ${form} (decision 35)`, () => {
    let template: TestSite
    let site: TestSite
    let opened: AttackedSite
    let [ada, bob]: SiteStore[] = []
    let rendered: string[]

    beforeAll(async () => {
      template = await createTestSite()
      const next = [{ ...shell, version: '0.2.0' }, second, contentFixture({ version: '0.2.0' })]
      for (const fixture of [shell, catalogFixture(), contentFixture(), ...next]) await template.publish(fixture)
      await template.activate(LIVE)
    })
    afterAll(() => template.remove())
    beforeEach(async () => {
      site = await template.duplicate()
      opened = await open(site)
      ;({ ada, bob } = opened)
      rendered = []
    })
    afterEach(async () => {
      await opened.close()
      await site.remove()
    })

    const by = (store: SiteStore | undefined): SiteStore => {
      if (!store) throw new Error('The site is not open')
      return store
    }
    const counting = (more: Partial<RenderLimits> = {}): RenderLimits => ({
      ...site.limits,
      ...more,
      render: (work, limits, onDocument) => {
        rendered.push(...work.jobs.map(({ url }) => url))
        return (more.render ?? site.limits.render)(work, limits, onDocument)
      },
    })
    const prepare = (versions: Record<string, string>, more?: Partial<RenderLimits>) =>
      prepareReleases(by(ada), versions, counting(more))
    const activate = async (versions: Record<string, string>, more?: Partial<RenderLimits>) => {
      rendered = []
      await by(bob).refresh('all')
      return activateReleases(by(bob), versions, counting(more))
    }
    const pointer = async () => (await by(bob).live()).pointer
    const liveText = async (address: string) => {
      const live = (await pointer())?.live ?? 0
      await by(bob).ensureComposition(live)
      return readPage(by(bob).copy, live, address)
    }

    it('are rendered, kept and held, and nobody gets them', async () => {
      const before = await pointer()
      const progress: object[] = []
      const prepared = await prepare({ shell: '0.2.0' }, { onProgress: (it) => progress.push(it) })
      expect(prepared).toMatchObject({ number: 2, outcome: 'prepared', releases: { ...LIVE, shell: '0.2.0' } })
      expect([rendered, progress.at(-1)]).toEqual([ALL, { done: ALL.length, of: ALL.length, reused: 0 }])
      const { expiresAt } = prepared
      const highest = { highest: 2 }
      expect(await pointer()).toEqual({ ...before, ...highest, ahead: [{ composition: 2, expiresAt }] })
      expect(await by(bob).compositions()).toEqual([2, 1])
    })

    it('are live as they were prepared when they are activated, and no page is rendered', async () => {
      await prepare({ shell: '0.2.0', catalog: 'latest' })
      const activation = await activate({ shell: 'latest', catalog: '0.2.0' })
      expect(activation).toMatchObject({ number: 2, outcome: 'activated' })
      expect(rendered).toEqual([])
      expect(await pointer()).toMatchObject({ live: 2, history: [1] })
      expect(await pointer()).not.toHaveProperty('ahead')
      expect(await liveText('/courses')).toContain('Other courses at /courses')
    })

    it('cost what has changed since: another package', async () => {
      await prepare({ shell: '0.2.0' })
      await activate({ content: '0.2.0' })
      expect(await activate({ shell: '0.2.0' })).toMatchObject({ number: 4, outcome: 'activated' })
      expect(rendered).toEqual(CONTENT)
    })

    it.each<[string, Partial<RenderLimits>, (store: SiteStore) => Promise<unknown>]>([
      [
        'settings',
        {},
        (store) =>
          store.changeDocument('settings', (kept) => ({ ...kept, publicUrl: 'https://shop.example' }) as never),
      ],
      [
        'a key that was revoked',
        {},
        async (store) => {
          const { createTeam } = await import('@platform/release/testing/signing')
          await revokeKey(store, 'sponsors', await addKey(store, 'sponsors', createTeam().publicKey))
        },
      ],
    ])('are composed anew beside other %s', async (_what, more, change) => {
      await prepare({ catalog: '0.2.0' })
      await change(by(ada))
      expect(await activate({ catalog: '0.2.0' }, more)).toMatchObject({ number: 3 })
      expect(rendered).toEqual(ALL)
    })

    it('are found after any number of newer compositions', async () => {
      await prepare({ shell: '0.2.0' })
      for (let times = 0; times < 6; times += 1) {
        await activate({ catalog: '0.2.0' })
        await activate({ catalog: '0.1.0' })
      }
      await activate({ shell: '0.2.0' })
      expect(rendered).toEqual([])
      // Twelve activations, on a busy machine.
    }, 120_000)

    it('are kept for longer when they are prepared again, which renders nothing', async () => {
      const first = await prepare({ catalog: '0.2.0' })
      rendered = []
      const again = await prepare({ catalog: '0.2.0' })
      expect(again).toMatchObject({ number: 2, outcome: 'prepared before' })
      expect(Date.parse(again.expiresAt ?? '')).toBeGreaterThanOrEqual(Date.parse(first.expiresAt ?? ''))
      expect([rendered, (await pointer())?.ahead]).toEqual([[], [{ composition: 2, expiresAt: again.expiresAt }]])
      expect(await prepare({ catalog: '0.1.0' })).toMatchObject({ number: 1, outcome: 'already live' })
    })

    it('outlive what is deleted, for a week, and then go', async () => {
      const { expiresAt = '' } = await prepare({ catalog: '0.2.0' })
      expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(7)
      expect(await prune(by(bob), 1)).toMatchObject({ compositions: [] })
      await activate({ content: '0.2.0' })
      const past = [{ composition: 2, expiresAt: new Date(0).toISOString() }]
      await by(ada).moveLive(await by(ada).live(), { ahead: past })
      expect(await prune(by(bob))).toMatchObject({ compositions: [2] })
      await by(ada).moveLive(await by(ada).live(), { hold: undefined })
      expect(await pointer()).toMatchObject({ live: 3, highest: 3 })
      expect(await pointer()).not.toHaveProperty('ahead')
    })

    it('are no way to get round what an activation asks for: nobody goes back to them until they were live', async () => {
      await prepare({ catalog: '0.2.0' })
      await expect(rollBack(by(bob), 2)).rejects.toThrow('Composition 2 was only prepared')
      await expect(rollBack(by(bob))).rejects.toThrow('no earlier composition')
      await activate({ catalog: '0.2.0' })
      await rollBack(by(bob))
      expect(await rollBack(by(bob), 2)).toMatchObject({ from: 1, to: 2 })
    })

    it('need the word of a person again for what they break', async () => {
      const content = { 'server/courses-page.cjs': pageBundle(`'<h1>x</h1><a href="/nowhere">y</a>'`) }
      await site.publish(catalogFixture({ version: '0.3.0', content }))
      await by(ada).addRelease('catalog', '0.3.0')
      await expect(prepare({ catalog: '0.3.0' })).rejects.toThrow('/nowhere')
      expect(await by(bob).compositions()).toEqual([1])
      const { number } = await prepare({ catalog: '0.3.0' }, { allowed: ['links'] })
      await expect(activate({ catalog: '0.3.0' })).rejects.toThrow('/nowhere')
      expect(await pointer()).toMatchObject({ live: 1 })
      expect(await activate({ catalog: '0.3.0' }, { allowed: ['links'] })).toMatchObject({ number })
    })

    it('leave nothing half when it is broken off, and what was finished is not rendered again', async () => {
      const kill = () => Promise.reject(new Error('killed'))
      await expect(prepare({ shell: '0.2.0' }, { render: kill })).rejects.toThrow('killed')
      expect(await by(bob).compositions()).toEqual([1])
      await prepare({ shell: '0.2.0' })
      // As if it had ended before it was noted.
      await by(ada).moveLive(await by(ada).live(), { ahead: undefined })
      rendered = []
      expect(await prepare({ shell: '0.2.0' })).toMatchObject({ outcome: 'prepared' })
      expect(rendered).toEqual([])
    })

    describe('and changed by somebody who can write where they are kept', () => {
      it('are not believed: another text on a page', async () => {
        const { number } = await prepare({ catalog: '0.2.0' })
        await opened.forgePage(number, 'Forged')
        expect(await activate({ catalog: '0.2.0' })).toMatchObject({ number: number + 1 })
        expect(await liveText('/courses')).toContain('Other courses at /courses')
      })

      it('are not believed: other bytes in a pack', async () => {
        const { number } = await prepare({ catalog: '0.2.0' })
        await opened.damagePacks(number)
        await activate({ catalog: '0.2.0' })
        expect(await liveText('/courses')).toContain('Other courses at /courses')
      })
    })
  })
}
