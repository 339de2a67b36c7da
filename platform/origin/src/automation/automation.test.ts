import { createRandom } from '@platform/base/testing/random'
import { addressOf } from '@platform/release/testing/fixture-files'
import { catalogFixture, pageBundle } from '@platform/release/testing/fixture-release'
import { readAuditTrail } from '@platform/site/audit/audit-log'
import { startCanary } from '@platform/site/changes/change-canary'
import { holdSite, resumeSite } from '@platform/site/changes/hold-site'
import { rollBack } from '@platform/site/changes/roll-back'
import { createTestSite, type TestSite } from '@platform/site/testing/test-site'
import { startTestOrigin, type TestOrigin, until } from '../testing/test-origin'

jest.setTimeout(120_000)
const BAD = '0.2.0'
let site: TestSite
let origin: TestOrigin
let visitors = 0
let chance: ReturnType<typeof createRandom>['chance']

beforeEach(async () => {
  visitors = 0
  ;({ chance } = createRandom(20_261_122))
  site = await createTestSite()
  await site.goLive()
  const content = { 'server/courses-page.cjs': pageBundle(`'<h1>Second catalog</h1>'`) }
  await site.publish(catalogFixture({ version: BAD, content }))
  // Each simulated visitor has an address of its own.
  origin = await startTestOrigin(site, { trustedProxies: ['127.0.0.1'] })
})

afterEach(async () => {
  await origin.close()
  await site.remove()
})

const pointer = async () => site.copy.readPointer()
const shown = () => origin.origin.site.alternates().canary?.site.composition.number
const isFollowed = () => until(async () => shown() === (await pointer())?.canary?.composition)

const script = addressOf(catalogFixture(), 'courses.js')
const report = (composition: number, ip: string, place = script) =>
  origin.origin.app.inject({
    method: 'POST',
    url: '/beacon',
    headers: { 'content-type': 'text/plain', 'x-forwarded-for': ip },
    payload: JSON.stringify({
      ...{ composition, kind: 'throw', name: 'TypeError', message: 'x is not a function', url: '/courses' },
      stack: [`${place}:1:20`],
    }),
  })

type Met = { composition: number; hasFailed: boolean }

/** Somebody comes, looks at two documents and clicks; what then throws is reported by the page. */
async function visit(failsIn: (composition: number) => number): Promise<Met> {
  visitors += 1
  const ip = `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`
  const headers = { 'sec-fetch-dest': 'document', 'x-forwarded-for': ip }
  const first = await origin.send('/', { headers })
  const [cookie] = first.headers['set-cookie']?.[0]?.split(';') ?? []
  const { text } = await origin.send('/courses', { headers: { ...headers, ...(cookie && { cookie }) } })
  const composition = Number(/"composition":(\d+)/.exec(text)?.[1])
  const hasFailed = chance(failsIn(composition))
  if (hasFailed) await report(composition, ip)
  return { composition, hasFailed }
}

/** Until so many have come or the condition holds; judged as an origin with twelve visitors a second does. */
async function visitMany(count: number, failsIn: (composition: number) => number, isOver = async () => false) {
  const met: Met[] = []
  while (met.length < count && !(await isOver())) {
    for (let group = 0; group < 3; group += 1) {
      met.push(...(await Promise.all(Array.from({ length: 20 }, () => visit(failsIn)))))
    }
    await origin.origin.automation.tick()
  }
  return met
}

const lastAct = async () => (await readAuditTrail(site.store.audit)).entries.at(-1)

describe('a canary', () => {
  it('that throws for 30 % of its visitors is dropped before one of 200 visitors has met it, and the site is held', async () => {
    const { number } = await startCanary(site.store, { catalog: BAD }, { share: 5 }, site.limits)
    await isFollowed()
    const met = await visitMany(3_000, (composition) => (composition === number ? 0.3 : 0.002))
    const hit = met.filter(({ composition, hasFailed }) => composition === number && hasFailed).length
    expect(hit).toBeGreaterThanOrEqual(3)
    expect(hit).toBeLessThan(met.length / 200)
    const { live, canary, hold } = (await pointer()) ?? {}
    expect([live, canary]).toEqual([1, undefined])
    expect(hold?.reason).toMatch(
      new RegExp(
        `failures in \\d+ documents of composition ${number} from \\d+ addresses, .*most often catalog@0\\.2\\.0 \\(throw at /releases/catalog/0\\.2\\.0/.+\\)`,
      ),
    )
    expect(await lastAct()).toMatchObject({
      action: 'automatic: drop canary',
      actor: { kind: 'origin' },
      reason: hold?.reason,
    })
    await expect(site.activate({ catalog: BAD })).rejects.toThrow('The site is held')
    await resumeSite(site.store)
    await expect(site.activate({ catalog: BAD })).resolves.toMatchObject({ outcome: 'activated' })
  })

  it('is not dropped by one address, however much it reports', async () => {
    const { number } = await startCanary(site.store, { catalog: BAD }, { share: 50 }, site.limits)
    await isFollowed()
    await visitMany(100, () => 0)
    for (let sent = 0; sent < 10_000; sent += 100) {
      await Promise.all(Array.from({ length: 100 }, () => report(number, '203.0.113.7')))
      if (sent % 2_500 === 0) await origin.origin.automation.tick()
    }
    await origin.origin.automation.tick()
    expect((await pointer())?.canary?.composition).toBe(number)
    expect((await pointer())?.hold).toBeUndefined()
  })

  it('is not dropped for what no script of its releases did', async () => {
    const { number } = await startCanary(site.store, { catalog: BAD }, { share: 50 }, site.limits)
    await isFollowed()
    await visitMany(100, () => 0)
    const strange = {
      composition: number,
      kind: 'throw',
      message: 'x',
      stack: ['chrome-extension://abc/inject.js:1:2'],
    }
    for (let address = 0; address < 200; address += 1) {
      const headers = { 'content-type': 'text/plain', 'x-forwarded-for': `198.51.100.${address}` }
      await origin.origin.app.inject({ method: 'POST', url: '/beacon', headers, payload: JSON.stringify(strange) })
      await report(number, `198.51.100.${address}`, '/assets/nobody/a.01234567.js')
      await report(number + 50, `198.51.100.${address}`)
    }
    await origin.origin.automation.tick()
    expect((await pointer())?.canary?.composition).toBe(number)
  })
})

describe('what became live without a canary', () => {
  it('is rolled back when it fails within its probation, and the site is held', async () => {
    const { number } = await site.activate({ catalog: BAD })
    await until(() => origin.origin.site.current()?.composition.number === number)
    const isUndone = async () => (await pointer())?.live === 1
    const met = await visitMany(400, (composition) => (composition === number ? 0.3 : 0.002), isUndone)
    expect(await isUndone()).toBe(true)
    expect(met.length).toBeLessThan(200)
    expect((await pointer())?.hold?.reason).toMatch(`of composition ${number} from`)
    expect(await lastAct()).toMatchObject({ action: 'automatic: roll back', before: { composition: number } })
  })

  // While the site was held, since a canary had been dropped say, a failing activation stayed.
  it('is rolled back also while the site is held', async () => {
    const { number } = await site.activate({ catalog: BAD })
    await until(() => origin.origin.site.current()?.composition.number === number)
    await holdSite(site.store, { by: 'ada', reason: 'somebody looks into it' })
    const isUndone = async () => (await pointer())?.live === 1
    await visitMany(400, (composition) => (composition === number ? 0.3 : 0.002), isUndone)
    expect(await isUndone()).toBe(true)
  })

  it('stays when it fails no more often than what was before, and what is gone back to is not on probation', async () => {
    const { number } = await site.activate({ catalog: BAD })
    await until(() => origin.origin.site.current()?.composition.number === number)
    await visitMany(200, () => 0.01)
    expect((await pointer())?.live).toBe(number)
    await rollBack(site.store, 1)
    await rollBack(site.store, number)
    await until(() => origin.origin.site.current()?.composition.number === number)
    await visitMany(60, () => 0.5)
    expect((await pointer())?.live).toBe(number)
  })
})
