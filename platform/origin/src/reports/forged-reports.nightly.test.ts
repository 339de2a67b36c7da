import { createRandom } from '@platform/base/testing/random'
import { addressOf, catalogFixture, pageBundle } from '@platform/release/testing/fixture-release'
import { startCanary, stopCanary } from '@platform/site/changes/change-canary'
import { addressNumber, post, setUpOrigin, until, visitor } from '../testing/test-origin'

jest.setTimeout(120_000)
const PATTERNS = 1_000
const ADDRESSES = 1_000
const { chance, pick, uniform } = createRandom(20_261_123)
const whole = (most: number) => Math.floor(uniform() * most)

let canary: number
const second = catalogFixture({
  version: '0.2.0',
  content: { 'server/courses-page.cjs': pageBundle(`'<h1>Second catalog</h1>'`) },
})

const { site, origin } = setUpOrigin(undefined, { trustedProxies: ['127.0.0.1'] })

beforeAll(async () => {
  await site.publish(second)
  canary = (await startCanary(site.store, { catalog: '0.2.0' }, { share: 50 }, site.limits)).number
  await until(() => origin.canary() !== undefined)
})

const realScript = addressOf(second, 'courses.js')
const scripts = () =>
  pick([
    realScript,
    '/assets/catalog/a.01234567.js',
    '/assets/nobody/a.01234567.js',
    '/assets/__proto__/a.01234567.js',
    `${realScript}?x`,
    `/releases/catalog/0.2.0/../../x.js`,
    '/releases/catalog/0.2.0/release.json',
    'chrome-extension://abc/inject.js',
    '\u0000'.repeat(1 + whole(9)),
  ])
const frames = () => Array.from({ length: whole(4) }, () => `${scripts()}:${whole(9)}:${whole(99)}`)

function forge(index: number) {
  const kind = pick(['throw', 'load', 'rejection', 'interactive', 'cart', 'vitals', undefined])
  const composition = pick<unknown>([canary, canary, canary, 1, canary + 1, -1, 1e12, 'x', null])
  const loading = ['Loading catalog/courses-page failed', 'Loading constructor/x failed']
  const message = pick(['x', `${realScript} failed`, ...loading, ''])
  const said: Record<string, unknown> = { composition, kind, name: `E${index}`, message, url: '/', stack: frames() }
  if (chance(0.2)) said.vitals = { LCP: pick<unknown>([1, -1, 1e300, 'x']) }
  if (chance(0.1)) said.page = pick(['catalog', '../x', 'constructor'])
  const headers: Record<string, string> = {
    'sec-fetch-site': pick(['cross-site', 'same-origin', 'same-origin']),
    ...(chance(0.3) && { origin: pick(['https://evil.example', 'null', 'http://localhost:3000', 'file://']) }),
    ...(chance(0.1) && { 'content-type': pick(['application/json', 'text/html']) }),
    ...(chance(0.2) && { cookie: `site_rollout=x.${whole(10_000)}` }),
  }
  const body = chance(0.05) ? pick(['', '[]', 'null', '{', 'x'.repeat(3_000)]) : JSON.stringify(said)
  return { body, headers, addresses: 1 + whole(8), times: 1 + whole(3), hasComeBefore: chance(0.05) }
}

const throwing = (composition: unknown) => ({ composition, kind: 'throw', message: 'x', stack: [`${realScript}:1:1`] })
const pointer = () => site.copy.readPointer()
const isUndone = async () => {
  await origin.origin.automation.tick()
  const now = await pointer()
  return now?.hold !== undefined || (now?.canary?.composition !== canary && now?.live !== canary)
}

// Reports of browsers that hide the composition's number were never counted.
it('counts a report without a composition for the only one that its address was sent, and for none of two', async () => {
  const { salt = '' } = origin.canary() ?? {}
  for (const [index, buckets] of [[0], [9_999], [0, 9_999]].entries()) {
    const it = visitor(origin, addressNumber(index, 14))
    for (const bucket of buckets) {
      it.choose(salt, bucket)
      await it.open('/courses')
    }
    await it.say({ kind: 'interactive', url: '/courses' })
  }
  await origin.origin.automation.tick()
  const { visits } = await site.store.health.read(0)
  const interactive = (number: number) =>
    visits.filter(({ composition }) => composition === number).reduce((sum, it) => sum + it.interactive, 0)
  expect([interactive(1), interactive(2)]).toEqual([1, 1])
})

async function visitHonestly(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const it = visitor(origin, addressNumber(index, 11))
    const composition = await it.open('/courses')
    await it.say({ composition, kind: 'interactive' })
    if (index % 5 === 0) await it.say({ composition, kind: 'cart' })
  }
}

// Four addresses with a cookie of their own making killed a sound canary and held the site.
it('D6: drops no sound canary for four networks that draw it and fail, nor for one draw that a hundred share', async () => {
  await stopCanary(site.store)
  canary = (await startCanary(site.store, { catalog: '0.2.0' }, { share: 5 }, site.limits)).number
  await until(() => origin.canary()?.site.composition.number === canary)
  await visitHonestly(420)
  const drawn: string[] = []
  while (drawn.length < 4) {
    const it = visitor(origin, addressNumber(drawn.length, 15))
    if ((await it.open('/courses')) !== canary) continue
    await it.say(throwing(canary))
    drawn.push(it.cookie())
  }
  for (let index = 0; index < 100; index += 1) {
    const it = visitor(origin, addressNumber(index, 16), drawn[0])
    expect(await it.open('/courses')).toBe(canary)
    await it.say(throwing(canary))
  }
  expect(await isUndone()).toBe(false)
  const { visits, failures } = await site.store.health.read(0)
  const failed = visits.filter(({ composition }) => composition === canary).reduce((sum, it) => sum + it.failed, 0)
  expect([Math.round(failed), failures.length]).toEqual([4, 4])
})

type Forged = ReturnType<typeof forge>

async function send({ body, headers, addresses, times, hasComeBefore }: Forged, index: number): Promise<void> {
  for (let number = 0; number < addresses; number += 1) {
    const ip = addressNumber((index * 7 + number) % ADDRESSES, hasComeBefore ? 13 : 12)
    if (hasComeBefore) await visitor(origin, addressNumber(index % 4, 13)).open('/courses')
    for (let time = 0; time < times; time += 1) {
      await post(origin, hasComeBefore ? addressNumber(index % 4, 13) : ip, body, headers)
    }
  }
}

it(`drops no sound canary by ${PATTERNS} patterns of forged reports from ${ADDRESSES} addresses`, async () => {
  await visitHonestly(400)
  for (let index = 0; index < PATTERNS; index += 1) {
    await send(forge(index), index)
    if (index % 20 === 19) expect([index, await isUndone()]).toEqual([index, false])
  }
  const figures = await site.store.health.read(0)
  const failed = figures.visits.reduce((sum, it) => sum + it.failed, 0)
  expect(failed).toBeLessThanOrEqual(8)
  expect(figures.failures.every(({ location }) => location.includes('courses') || location === '')).toBe(true)
})
