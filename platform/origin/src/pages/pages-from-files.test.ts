import { readFile, writeFile } from 'node:fs/promises'
import { readComposition } from '@platform/compose/composition/composition'
import { pageFileOf } from '@platform/compose/testing/kept-page'
import {
  catalogFixture,
  contentFixture,
  hostFixture,
  pageBundle,
  routesWithBlog,
} from '@platform/release/testing/fixture-release'
import { startCanary, stopCanary } from '@platform/site/changes/change-canary'
import { rollBack } from '@platform/site/changes/roll-back'
import { createTestSite, type TestSite } from '@platform/site/testing/test-site'
import {
  compositionIn,
  type Reply,
  type RequestOptions,
  seenDuring,
  startTestOrigin,
  type TestOrigin,
  until,
} from '../testing/test-origin'

const lines: string[] = []
const logger = { level: 'info', stream: { write: (line: string) => lines.push(line) } }
const second = catalogFixture({
  version: '0.2.0',
  content: { 'server/courses-page.cjs': pageBundle(`'<h1>Second catalog</h1>'`) },
})
let made: TestSite
let site: TestSite
let origin: TestOrigin

const start = () => startTestOrigin(site, { logger, pageMemoryBytes: 0 })
const liveNumber = () => origin.origin.site.current()?.composition.number

beforeAll(async () => {
  made = await createTestSite()
  const fixtures = [hostFixture({ routes: routesWithBlog }), catalogFixture(), contentFixture()]
  for (const fixture of fixtures) await made.publish(fixture)
  await made.activate({ shell: 'latest', catalog: 'latest', content: 'latest' })
  await made.publish(second)
})
beforeEach(async () => {
  lines.length = 0
  site = await made.duplicate()
  origin = await start()
})
afterEach(async () => {
  await origin.close()
  await site.remove()
})
afterAll(() => made.remove())

async function damage(number: number, address: string): Promise<() => Promise<void>> {
  const file = await pageFileOf(site.copy, number, address)
  const content = await readFile(file)
  const changed = Buffer.from(content)
  changed.writeUInt8(content.readUInt8(0) ^ 1, 0)
  await writeFile(file, changed)
  return () => writeFile(file, content)
}

const brotli = { headers: { 'accept-encoding': 'br' } }

describe('a page from the file', () => {
  const conditions: ((first: Reply) => RequestOptions)[] = [
    () => ({}),
    () => ({ method: 'HEAD' }),
    ({ headers }) => ({ headers: { 'if-none-match': String(headers.etag) } }),
    ({ headers }) => ({ headers: { 'if-none-match': `W/${headers.etag}` }, method: 'HEAD' }),
    () => ({ headers: { 'if-none-match': '"other"' } }),
    () => ({ headers: { range: 'bytes=10-19' } }),
    () => ({ headers: { range: 'bytes=-5', 'if-range': '"other"' } }),
    () => ({ headers: { host: 'shop.example' } }),
    () => ({ method: 'POST' }),
  ]

  it('is the same as from memory, byte by byte, in every encoding and to every condition', async () => {
    const other = await startTestOrigin(site)
    const { pages, indexes } = await readComposition(site.copy, 1)
    const { 'server-timing': timing } = (await other.send('/')).headers
    const named = `/site/files.${/files;desc=(\w+)/.exec(String(timing))?.[1]}.json`
    const variants = Object.entries(pages).flatMap(([url, { variants: of }]) =>
      Object.keys(of?.values ?? {}).map((value) => `${url}?${of?.parameter}=${value}`),
    )
    const addresses = [...Object.keys(pages), ...variants, ...Object.keys(indexes), named, '/blog/nothing', '/blog/']
    expect(variants.length).toBeGreaterThan(0)
    const plain = ({ status, headers: { date: _date, ...headers }, body }: Reply) => ({ status, headers, body })
    for (const address of addresses) {
      for (const encoding of ['br', 'gzip', 'identity']) {
        const accepted = { 'accept-encoding': encoding }
        const first = await other.send(address, { headers: accepted })
        for (const condition of conditions) {
          const { headers, ...rest } = condition(first)
          const request = { ...rest, headers: { ...headers, ...accepted } }
          expect(plain(await origin.send(address, request))).toEqual(plain(await other.send(address, request)))
        }
      }
    }
    await other.close()
  })

  it('is of one composition while it changes, and no request is dropped', async () => {
    await site.activate({ catalog: '0.2.0' })
    await until(() => liveNumber() === 2)
    const seen = await seenDuring(
      () => origin.send('/courses'),
      (reply) => `${reply.status} ${compositionIn(reply)} ${/<h1>\w+/.exec(reply.text)?.[0]}`,
      async () => {
        for (const number of [1, 2, 1, 2]) {
          await rollBack(site.store, number)
          await until(() => liveNumber() === number)
        }
      },
    )
    expect(seen).toEqual(['200 1 <h1>Courses', '200 2 <h1>Second'])
  })
})

describe('a page that is damaged after the start', () => {
  it('is never sent: 503 in its place, until its file is whole again; the others are sent', async () => {
    const mend = await damage(1, '/about')
    const away = await origin.send('/about', brotli)
    expect([away.status, away.headers['retry-after'], away.headers['cache-control']]).toEqual([503, '60', 'no-store'])
    for (const name of ['etag', 'content-encoding', 'vary']) expect(away.headers).not.toHaveProperty(name)
    expect(away.headers['content-security-policy']).toBeDefined()
    expect(away.text).toContain('cannot be shown for the moment')
    expect((await origin.send('/about', { headers: { 'accept-encoding': 'gzip' } })).status).toBe(200)
    const file = await pageFileOf(site.copy, 1, '/about')
    expect(lines.filter((line) => line.includes(`${file} is not what was composed`))).toHaveLength(1)
    for (const path of ['/', '/courses']) expect((await origin.send(path, brotli)).status).toBe(200)
    expect(JSON.parse((await origin.send('/readyz')).text).checks.composition).toBe(false)
    expect((await origin.send('/servez')).status).toBe(200)
    await origin.send('/about', { headers: { ...brotli.headers, 'sec-fetch-dest': 'document' } })
    await origin.origin.automation.tick()
    expect((await site.store.health.read(0)).visits).toEqual([])
    await mend()
    await until(async () => (await origin.send('/about', brotli)).status === 200)
    await until(async () => JSON.parse((await origin.send('/readyz')).text).checks.composition)
    expect(lines.join('')).toContain('the blob is whole again')
  })

  it('is answered with 503 where it is a map of the site that is made in gzip when it is asked for', async () => {
    await site.activate({ catalog: '0.2.0' })
    await until(() => liveNumber() === 2)
    await damage(2, '/sitemap.xml')
    for (const [encoding, method] of [
      ['gzip', 'HEAD'],
      ['gzip', 'GET'],
      ['br', 'GET'],
    ] as const) {
      const away = await origin.send('/sitemap.xml', { method, headers: { 'accept-encoding': encoding } })
      expect(away.status).toBe(503)
    }
    expect((await origin.send('/robots.txt', { headers: { 'accept-encoding': 'gzip' } })).status).toBe(200)
  })

  it('is sent from memory where it is in memory', async () => {
    await origin.close()
    origin = await startTestOrigin(site, { logger })
    await damage(1, '/about')
    expect((await origin.send('/about', brotli)).status).toBe(200)
  })

  it('keeps nobody from ending a canary, nor from going back', async () => {
    await site.activate({ catalog: '0.2.0' })
    await site.publish(catalogFixture({ version: '0.3.0' }))
    await startCanary(site.store, { catalog: '0.3.0' }, { share: 50 }, site.limits)
    await until(() => liveNumber() === 2 && origin.origin.site.alternates().canary !== undefined)
    await damage(2, '/courses')
    const stable = {
      headers: { ...brotli.headers, cookie: `site_rollout=${origin.origin.site.alternates().canary?.salt}.9999` },
    }
    expect((await origin.send('/courses', stable)).status).toBe(503)
    await stopCanary(site.store)
    await until(() => origin.origin.site.alternates().canary === undefined)
    expect([liveNumber(), (await origin.send('/courses', brotli)).status]).toEqual([2, 503])
    await rollBack(site.store)
    await until(async () => (await origin.send('/courses', brotli)).status === 200)
    expect(liveNumber()).toBe(1)
  })

  it('ends a canary that it is part of, until it is whole again', async () => {
    const { number } = await startCanary(site.store, { catalog: '0.2.0' }, { share: 50 }, site.limits)
    const canary = () => origin.origin.site.alternates().canary
    await until(() => canary() !== undefined)
    const cookie = `site_rollout=${canary()?.salt}.0`
    const courses = () => origin.send('/courses', { headers: { ...brotli.headers, cookie } })
    expect(compositionIn(await courses())).toBe(number)
    const mend = await damage(number, '/courses')
    expect((await courses()).status).toBe(503)
    await until(async () => compositionIn(await courses()) === 1)
    await mend()
    await until(async () => compositionIn(await courses()) === number)
  })
})
