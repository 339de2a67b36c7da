import { readFile, rm, writeFile } from 'node:fs/promises'
import { pageFileOf, pageFilesOf } from '@platform/compose/testing/kept-page'
import { catalogFixture, contentFixture, hostFixture, pageBundle } from '@platform/release/testing/fixture-release'
import { startCanary, stopCanary } from '@platform/site/changes/change-canary'
import { rollBack } from '@platform/site/changes/roll-back'
import { setUpSite } from '@platform/site/testing/test-site'
import {
  bucketCookie,
  compositionIn,
  type RequestOptions,
  startTestOrigin,
  type TestOrigin,
  until,
} from '../testing/test-origin'

const lines: string[] = []
const logger = { level: 'info', stream: { write: (line: string) => lines.push(line) } }
let origin: TestOrigin

const start = () => startTestOrigin(site, { logger, pageMemoryBytes: 0 })

afterEach(() => origin.close())
const site = setUpSite(async (made) => {
  const fixtures = [hostFixture(), catalogFixture(), contentFixture()]
  for (const fixture of fixtures) await made.publish(fixture)
  await made.activate({ shell: 'latest', catalog: 'latest', content: 'latest' })
  for (const version of ['0.2.0', '0.3.0']) {
    const content = { 'server/courses-page.cjs': pageBundle(`'<h1>Catalog ${version}</h1>'`) }
    await made.publish(catalogFixture({ version, content }))
  }
})
beforeEach(async () => {
  lines.length = 0
  origin = await start()
})

async function restart(): Promise<void> {
  await origin.close()
  origin = await start()
}

const brotli = { headers: { 'accept-encoding': 'br' } }
const send = (address: string, options: RequestOptions = brotli) => origin.send(address, options)
const statusOf = async (address: string) => (await send(address)).status
const text = async (address: string) => (await send(address, {})).text
const pointTo = (pointer: object) => writeFile(site.copy.current, JSON.stringify(pointer))
const isReady = async () => JSON.parse(await text('/readyz')).checks.composition

async function release(version: string): Promise<number> {
  const { number } = await site.activate({ catalog: version })
  await origin.isLive(number)
  return number
}

async function damage(...files: string[]): Promise<() => Promise<void>> {
  const kept = await Promise.all(files.map(async (file) => [file, await readFile(file)] as const))
  for (const file of files) await writeFile(file, 'damaged')
  return async () => {
    for (const [file, content] of kept) await writeFile(file, content)
  }
}

async function expectAway(address: string): Promise<void> {
  const { status, headers, text } = await send(address, {
    headers: { ...brotli.headers, 'sec-fetch-dest': 'document' },
  })
  expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '60', 'no-store'])
  for (const name of ['etag', 'content-encoding']) expect(headers).not.toHaveProperty(name)
  expect(headers['content-security-policy']).toBeDefined()
  expect(text).toContain('cannot be shown for the moment')
}

it('the running origin follows releases and rollbacks, drops no request, and sends a page of one composition at a time', async () => {
  await release('0.2.0')
  const seen = new Set<string>()
  let isDone = false
  const visit = async () => {
    while (!isDone) {
      const { status, headers, text } = await send('/courses', {})
      seen.add(`${status} ${compositionIn({ headers })} ${/<h1>[\w .]+/.exec(text)?.[0]}`)
    }
  }
  const visitors = Promise.all([visit(), visit(), visit()])
  for (const number of [1, 2, 1]) {
    await rollBack(site.store, number)
    await origin.isLive(number)
  }
  isDone = true
  await visitors
  expect([...seen].sort()).toEqual(['200 1 <h1>Courses at ', '200 2 <h1>Catalog 0.2.0'])
  const releases = { catalog: '0.1.0', shell: '0.1.0' }
  expect(JSON.parse(await text('/composition.json'))).toMatchObject({ number: 1, releases })
})

describe('a page that is damaged after the start', () => {
  it('is never sent: 503 in its place, until its file is whole again; the others are sent', async () => {
    const file = await pageFileOf(site.copy, 1, '/about')
    const mend = await damage(file, await pageFileOf(site.copy, 1, '/sitemap.xml'))
    for (const _ of [1, 2]) await expectAway('/about')
    const [head, get] = [{ method: 'HEAD' }, {}].map((it) => ({ ...it, headers: { 'accept-encoding': 'gzip' } }))
    // Its gzip form is made of the damaged one.
    for (const request of [head, get, brotli]) expect((await send('/sitemap.xml', request)).status).toBe(503)
    for (const path of ['/about', '/robots.txt']) expect((await send(path, get)).status).toBe(200)
    expect(lines.filter((line) => line.includes(`${file} is not what was composed`))).toHaveLength(1)
    for (const path of ['/', '/courses']) expect(await statusOf(path)).toBe(200)
    expect([await isReady(), await statusOf('/servez')]).toEqual([false, 200])
    await origin.origin.automation.tick()
    expect((await site.store.health.read(0)).visits).toEqual([])
    await mend()
    await until(async () => (await statusOf('/about')) === 200)
    await until(isReady)
    expect(lines.join('')).toContain('the blob is whole again')
    await origin.close()
    origin = await startTestOrigin(site)
    await damage(file)
    expect(await statusOf('/about')).toBe(200)
  })

  it('keeps no operator from ending a canary, nor from going back', async () => {
    await release('0.2.0')
    await startCanary(site.store, { catalog: '0.3.0' }, { share: 50 }, site.limits)
    await until(() => origin.canary() !== undefined)
    await damage(await pageFileOf(site.copy, 2, '/courses'))
    const cookie = bucketCookie(origin.canary()?.salt ?? '', 9_999)
    expect((await send('/courses', { headers: { ...brotli.headers, cookie } })).status).toBe(503)
    await stopCanary(site.store)
    await until(() => origin.canary() === undefined)
    expect([origin.live(), await statusOf('/courses')]).toEqual([2, 503])
    await rollBack(site.store)
    await until(async () => (await statusOf('/courses')) === 200)
    expect(origin.live()).toBe(1)
  })

  it('ends a canary that it is part of, until it is whole again', async () => {
    const { number } = await startCanary(site.store, { catalog: '0.2.0' }, { share: 50 }, site.limits)
    await until(() => origin.canary() !== undefined)
    const cookie = bucketCookie(origin.canary()?.salt ?? '', 0)
    const courses = () => send('/courses', { headers: { ...brotli.headers, cookie } })
    expect(compositionIn(await courses())).toBe(number)
    const mend = await damage(await pageFileOf(site.copy, number, '/courses'))
    expect((await courses()).status).toBe(503)
    await until(async () => compositionIn(await courses()) === 1)
    await mend()
    await until(async () => compositionIn(await courses()) === number)
  })
})

describe('what is damaged before it is shown', () => {
  const listOf = async (name: string) =>
    site.copy.blob((await site.store.readComposition(1)).packages[name]?.list ?? '')

  it('is passed over: the composition of before goes on; after a start, the latest whole one of the history serves', async () => {
    for (const version of ['0.2.0', '0.3.0']) await release(version)
    await damage(...(await pageFilesOf(site.copy, 2, 'catalog')))
    await pointTo({ live: 2, history: [1] })
    await until(() => lines.some((line) => line.includes('the composition cannot be loaded')))
    expect([origin.live(), await statusOf('/courses')]).toEqual([3, 200])
    for (const file of await pageFilesOf(site.copy, 3, 'catalog')) await rm(file)
    await pointTo({ live: 3, history: [2, 1] })
    await restart()
    expect([origin.live(), await statusOf('/courses')]).toEqual([1, 200])
  })

  it('keeps no operator from going back beside a list of pages that both are made of', async () => {
    await release('0.2.0')
    await damage(await listOf('shell'))
    expect(await rollBack(site.store)).toMatchObject({ to: 1, skipped: [] })
    await origin.isLive(1)
    expect([await statusOf('/courses'), await statusOf('/about')]).toEqual([200, 200])
  })

  it.each<[string, () => Promise<string[]>, string[]]>([
    ['pages', () => pageFilesOf(site.copy, 2, 'shell'), ['/about']],
    ['a list of pages', async () => [await listOf('shell')], ['/about', '/about/', '/no/such/page']],
  ])('leaves what is whole where nothing is: without %s, until that is there again', async (_, find, lost) => {
    await release('0.2.0')
    const mend = await damage(...(await find()))
    await restart()
    expect(await text('/courses')).toContain('Catalog 0.2.0')
    for (const address of lost) await expectAway(address)
    expect((await send('/no-such-file.png')).status).toBe(404)
    await origin.origin.automation.tick()
    expect((await site.store.health.read(0)).visits).toEqual([])
    expect([await isReady(), await statusOf('/servez')]).toEqual([false, 200])
    expect(lines.join('')).toContain('of what is live the pages that are whole are shown')
    await mend()
    await until(async () => (await statusOf('/about')) === 200)
    expect([await isReady(), await statusOf('/no/such/page')]).toEqual([true, 302])
  })
})
