import { createRandom } from '@platform/base/testing/random'
import { addressOf, catalogFixture, pageBundle } from '@platform/release/testing/fixture-release'
import { createTeam, signRelease } from '@platform/release/testing/signing'
import { readAuditLog } from '@platform/site/audit/audit-log'
import { shareCanary, startCanary, stopCanary } from '@platform/site/changes/change-canary'
import { addKey, revokeKey } from '@platform/site/changes/change-keys'
import { holdSite, resumeSite, rollBack } from '@platform/site/changes/roll-back'
import { readStatus } from '@platform/site/queries/read-status'
import { setUpSite } from '@platform/site/testing/test-site'
import { addressNumber, startTestOrigin, type TestOrigin, until, visitor } from '../testing/test-origin'

jest.setTimeout(120_000)
const BAD = '0.2.0'
let origin: TestOrigin
let visitors = 0
let chance: ReturnType<typeof createRandom>['chance']

afterEach(async () => {
  jest.restoreAllMocks()
  ahead = 0
  await origin.close()
})
const site = setUpSite(async (made) => {
  await made.goLive()
  const content = { 'server/courses-page.cjs': pageBundle(`'<h1>Second catalog</h1>'`) }
  await made.publish(catalogFixture({ version: BAD, content }))
})
beforeEach(async () => {
  visitors = 0
  ;({ chance } = createRandom(20_261_122))
  origin = await startTestOrigin(site, { trustedProxies: ['127.0.0.1'] })
})

const pointer = async () => site.copy.readPointer()
const isFollowed = () =>
  until(async () => origin.canary()?.site.composition.number === (await pointer())?.canary?.composition)

const script = addressOf(catalogFixture(), 'courses.js')
const failing = (composition: number) => ({
  ...{ composition, kind: 'throw', name: 'TypeError', message: 'x is not a function', url: '/courses' },
  stack: [`${script}:1:20`],
})

type Met = { composition: number; hasFailed: boolean }
type Fate = { fails: number; starts?: number; buys?: number; says?: 'hidden' | 'busy' | 'dead'; in?: RegExp }
const sound: Fate = { fails: 0.002 }
/** One visitor in five has Firefox, one in five Safari. */
const AGENTS = ['Chrome', 'Chrome', 'Chrome', 'Firefox', 'Safari'].map((it) =>
  it === 'Firefox' ? 'Gecko/20100101 Firefox/140.0' : `AppleWebKit/605.1 ${it}/140.0`,
)

async function visit(fateIn: (composition: number) => Fate): Promise<Met> {
  visitors += 1
  const agent = AGENTS[visitors % AGENTS.length] ?? ''
  const it = visitor(origin, addressNumber(visitors), '', agent)
  const composition = await it.open('/courses')
  const fate = fateIn(composition)
  const { fails, starts = 0.9, buys = 0.1, says } = fate.in?.test(agent) === false ? sound : fate
  const hasFailed = chance(fails)
  if (hasFailed) await it.say(says ? { composition, kind: says, url: '/courses' } : failing(composition))
  if (chance(starts)) {
    await it.say({ composition, kind: 'interactive' })
    if (chance(buys)) await it.say({ composition, kind: 'cart' })
  }
  return { composition, hasFailed }
}

async function visitMany(count: number, fateIn: (composition: number) => Fate, isOver = async () => false) {
  const met: Met[] = []
  pass(10)
  while (met.length < count && !(await isOver())) {
    for (let group = 0; group < 3; group += 1) {
      met.push(...(await Promise.all(Array.from({ length: 20 }, () => visit(fateIn)))))
    }
    pass(5)
    await origin.origin.automation.tick()
  }
  return met
}

const realNow = Date.now
let ahead = 0
function pass(seconds: number): void {
  ahead += seconds * 1_000
  jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead)
}

const lastAct = async () => (await readAuditLog(site.store.audit)).entries.at(-1)

const isOver = (number: number) => async () => (await pointer())?.canary?.composition !== number

describe('a canary', () => {
  it('that throws for 30 % of its visitors is dropped before one of 200 visitors has met it, and the site is held', async () => {
    const { number } = await startCanary(site.store, { catalog: BAD }, { share: 5 }, site.limits)
    await isFollowed()
    const fate = (composition: number) => (composition === number ? { fails: 0.3 } : sound)
    const met = await visitMany(3_000, fate, isOver(number))
    const hit = met.filter(({ composition, hasFailed }) => composition === number && hasFailed).length
    expect(hit).toBeGreaterThanOrEqual(3)
    expect(hit).toBeLessThan(20)
    const { live, canary, hold: { reason = '' } = {} } = (await pointer()) ?? {}
    expect([live, canary]).toEqual([1, undefined])
    expect(reason).toContain(`of composition ${number} than of composition 1; odds `)
    expect(reason).toMatch(
      /^more visits failed .*; most often catalog@0\.2\.0 \(throw at \/releases\/catalog\/0\.2\.0\/.+\)/,
    )
    expect(await lastAct()).toMatchObject({ action: 'automatic: drop canary', actor: { kind: 'origin' }, reason })
    await expect(site.activate({ catalog: BAD })).rejects.toThrow('The site is held')
    await resumeSite(site.store)
    await expect(site.activate({ catalog: BAD })).resolves.toMatchObject({ outcome: 'activated' })
  })

  it.each<[string, Fate, string | RegExp]>([
    ['is dead at its start without a word', { fails: 0, starts: 0 }, 'fewer visits became interactive'],
    ['has a button that does nothing', { fails: 0, buys: 0 }, 'fewer visits put something into the cart'],
    // As the starter reports of such pages.
    ['is blank or covered', { fails: 0.9, starts: 0, says: 'hidden' }, /failed|became interactive/],
    ['is five seconds slower', { fails: 0.9, starts: 0, says: 'busy' }, /failed|became interactive/],
    ['has dead buttons that one visitor in ten presses', { fails: 0.1, says: 'dead' }, /catalog@0.2.0 \(dead\)/],
    ['breaks after a navigation that one visitor in ten makes', { fails: 0.1 }, 'more visits failed'],
    ['is dead in Firefox', { fails: 0, starts: 0, in: /Firefox/ }, 'became interactive in firefox'],
    ['is dead in Safari', { fails: 0, starts: 0, in: /Safari/ }, 'became interactive in webkit'],
    ['throws in Firefox', { fails: 0.9, in: /Firefox/ }, 'failed'],
  ])(
    'that %s is dropped within a minute of 20 visitors a second, before its next step',
    async (_name, fate, reason) => {
      const plan = { share: 25, steps: { shares: [50], everyMs: 1_000 } }
      const { number } = await startCanary(site.store, { catalog: BAD }, plan, site.limits)
      await isFollowed()
      const met = await visitMany(1_200, (composition) => (composition === number ? fate : sound), isOver(number))
      expect(met.length).toBeLessThanOrEqual(1_200)
      expect((await pointer())?.hold?.reason).toMatch(reason)
      const { entries } = await readAuditLog(site.store.audit)
      expect(entries.filter(({ action }) => action === 'canary step')).toEqual([])
    },
  )

  it('takes its steps when visitors say that it works, and waits for them until then', async () => {
    const plan = { share: 50, steps: { shares: [75, 100], everyMs: 120_000 } }
    const { number } = await startCanary(site.store, { catalog: BAD }, plan, site.limits)
    await isFollowed()
    await visitMany(60, () => ({ fails: 0, starts: 0 }))
    const status = await readStatus(site.store)
    expect(status.canary?.waitsFor).toMatch('became interactive in 0 of the 100 visits that a step needs')
    await visitMany(300, () => sound)
    expect((await pointer())?.canary?.share).toBe(50)
    pass(120)
    await visitMany(
      300,
      () => sound,
      async () => (await pointer())?.canary?.share !== 50,
    )
    expect((await pointer())?.canary).toMatchObject({ share: 75, steps: { shares: [100] } })
    pass(120)
    await visitMany(600, () => sound, isOver(number))
    expect(await pointer()).toMatchObject({ live: number, history: [1] })
  })

  // A step that was refused kept a failing canary, and was logged every second.
  it('whose key was revoked takes no step more, and is dropped when it fails', async () => {
    const { privateKey, publicKey } = createTeam()
    await signRelease(site.copy.release('catalog', BAD), privateKey)
    const key = await addKey(site.store, 'catalog', publicKey)
    const plan = { share: 50, steps: { shares: [100], everyMs: 120_000 } }
    const { number } = await startCanary(site.store, { catalog: BAD }, plan, site.limits)
    await isFollowed()
    await visitMany(300, () => sound)
    await revokeKey(site.store, 'catalog', key)
    await expect(shareCanary(site.store, 75)).rejects.toThrow('revoked')
    pass(120)
    const fate = (composition: number) => (composition === number ? { fails: 0.3 } : sound)
    await visitMany(300, fate, isOver(number))
    expect((await pointer())?.canary).toBeUndefined()
    const { entries } = await readAuditLog(site.store.audit)
    expect(entries.filter(({ action }) => action === 'canary step')).toEqual([])
  })
})

describe('what became live without a canary', () => {
  const isUndone = async () => (await pointer())?.live === 1

  it.each([false, true])(
    'is rolled back when it fails within its probation, and the site is held; held before: %p',
    async (isHeld) => {
      const { number } = await site.activate({ catalog: BAD })
      await origin.isLive(number)
      if (isHeld) await holdSite(site.store, { by: 'ada', reason: 'somebody looks into it' })
      const fate = (composition: number) => (composition === number ? { fails: 0.3 } : sound)
      const met = await visitMany(400, fate, isUndone)
      expect(await isUndone()).toBe(true)
      expect(met.length).toBeLessThan(200)
      expect((await pointer())?.hold?.reason).toMatch('visits failed; odds')
      expect(await lastAct()).toMatchObject({ action: 'automatic: roll back', before: { composition: number } })
    },
  )

  // Five of 25 failing visits were too few after an hour without failures.
  it('D6: is rolled back when 5 of its first 25 visits fail', async () => {
    const sayFailing = async (composition: number, from: number, fails: number) => {
      pass(10)
      for (let index = 0; index < 25; index += 1) {
        const it = visitor(origin, addressNumber(from + index))
        expect(await it.open('/courses')).toBe(composition)
        if (index < fails) await it.say(failing(composition))
        await it.say({ composition, kind: 'interactive' })
      }
      await origin.origin.automation.tick()
    }
    await sayFailing(1, 100, 0)
    const { number } = await site.activate({ catalog: BAD })
    await origin.isLive(number)
    await sayFailing(number, 200, 5)
    expect(await isUndone()).toBe(true)
  })

  it('is rolled back when it is dead without a word', async () => {
    await visitMany(120, () => sound)
    const { number } = await site.activate({ catalog: BAD })
    await origin.isLive(number)
    await visitMany(1_200, () => ({ fails: 0, starts: 0 }), isUndone)
    expect(await isUndone()).toBe(true)
    expect((await pointer())?.hold?.reason).toMatch('became interactive; odds')
  })

  it('stays when it fails no more often than what was before, and what is gone back to is not on probation', async () => {
    const { number } = await site.activate({ catalog: BAD })
    await origin.isLive(number)
    await visitMany(200, () => ({ fails: 0.01 }))
    expect((await pointer())?.live).toBe(number)
    await rollBack(site.store, 1)
    await rollBack(site.store, number)
    await origin.isLive(number)
    await visitMany(60, () => ({ fails: 0.5 }))
    expect((await pointer())?.live).toBe(number)
  })
})

it('a canary grows no more while the site is held', async () => {
  await startCanary(site.store, { catalog: BAD }, { share: 5 }, site.limits)
  await holdSite(site.store, { by: 'ada', reason: 'a bad night' })
  await expect(shareCanary(site.store, 50)).rejects.toThrow('a bad night')
  expect(await shareCanary(site.store, 1)).toMatchObject({ share: 1 })
  await expect(stopCanary(site.store, undefined, 99)).rejects.toThrow('Composition 99 is not the canary any more')
  await stopCanary(site.store)
  await expect(site.activate({ catalog: BAD })).rejects.toThrow(/held since .* a bad night/)
  await resumeSite(site.store)
  await expect(resumeSite(site.store)).rejects.toThrow('not held')
  await site.activate({ catalog: BAD })
})
