import { readFile, rm, writeFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { pageFilesOf } from '@platform/compose/testing/kept-page'
import { catalogFixture, pageBundle } from '@platform/release/testing/fixture-release'
import { rollBack } from '@platform/site/changes/roll-back'
import { createTestSite, type TestSite } from '@platform/site/testing/test-site'
import { startTestOrigin, type TestOrigin, until } from '../testing/test-origin'

const lines: string[] = []
const logger = { level: 'error', stream: { write: (line: string) => lines.push(line) } }
let site: TestSite
let origin: TestOrigin

beforeEach(async () => {
  site = await createTestSite()
  lines.length = 0
  origin = await startTestOrigin(site, { logger })
})

afterEach(async () => {
  await origin.close()
  await site.remove()
})

async function restart(): Promise<void> {
  await origin.close()
  origin = await startTestOrigin(site, { logger })
}

const pointTo = (pointer: object) => writeFile(site.copy.current, JSON.stringify(pointer))
const liveNumber = () => origin.origin.site.current()?.composition.number

async function listOf(name: string): Promise<string> {
  return site.copy.blob((await site.store.readComposition(1)).packages[name]?.list ?? '')
}

async function release(version: string): Promise<void> {
  const content = { 'server/courses-page.cjs': pageBundle(`'<h1>Catalog ${version}</h1>'`) }
  await site.publish(catalogFixture({ version, content }))
  await site.activate({ catalog: version })
}

describe('the running origin', () => {
  it('says that the site is starting until something is live', async () => {
    const { status, headers } = await origin.send('/')
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('5')
    expect((await origin.send('/readyz')).status).toBe(503)
    expect((await origin.send('/servez')).status).toBe(503)
    expect((await origin.send('/composition.json')).status).toBe(503)

    await site.goLive()
    await until(async () => (await origin.send('/')).status === 200)
    expect((await origin.send('/readyz')).status).toBe(200)
  })

  it('follows a release and a rollback without a restart', async () => {
    await site.goLive()
    await release('0.2.0')
    await until(async () => (await origin.send('/courses')).text.includes('Catalog 0.2.0'))
    await rollBack(site.store)
    await until(async () => (await origin.send('/courses')).text.includes('Courses at /courses'))
    expect(JSON.parse((await origin.send('/composition.json')).text)).toMatchObject({
      number: 1,
      releases: { catalog: '0.1.0', shell: '0.1.0' },
    })
  })

  it('reads of a new composition what is new: the rest it has looked at', async () => {
    await site.goLive()
    await until(() => liveNumber() === 1)
    await release('0.2.0')
    for (const file of await pageFilesOf(site.copy, 1, 'shell')) await rm(file)
    await until(() => liveNumber() === 2)
    expect((await origin.send('/about', { headers: { 'accept-encoding': 'br' } })).status).toBe(200)
  })

  it('goes on with the composition it has when the next is damaged', async () => {
    await site.goLive()
    await until(() => liveNumber() === 1)
    await release('0.2.0')
    await until(() => liveNumber() === 2)
    for (const file of await pageFilesOf(site.copy, 1, 'catalog')) await writeFile(file, 'damaged')
    await pointTo({ live: 1, history: [] })
    await until(() => lines.some((line) => line.includes('the composition cannot be loaded')))
    expect(liveNumber()).toBe(2)
    expect((await origin.send('/')).status).toBe(200)
  })

  it('serves the latest whole composition of the history after a start on a missing or changed page', async () => {
    await site.goLive()
    for (const version of ['0.2.0', '0.3.0']) await release(version)
    for (const file of await pageFilesOf(site.copy, 3, 'catalog')) await rm(file)
    const [file = ''] = await pageFilesOf(site.copy, 2, 'catalog')
    await writeFile(file, brotliCompressSync('changed'))
    await restart()
    expect(liveNumber()).toBe(1)
    expect((await origin.send('/about')).status).toBe(200)
    await release('0.4.0')
    await until(() => liveNumber() === 4)
  })

  it('shows what is whole of what is live where nothing is, and all of it as soon as that is made again', async () => {
    await site.goLive()
    await release('0.2.0')
    const files = await pageFilesOf(site.copy, 2, 'shell')
    const kept = await Promise.all(files.map((file) => readFile(file)))
    for (const file of files) await writeFile(file, 'damaged')
    await restart()
    expect((await origin.send('/courses')).text).toContain('Catalog 0.2.0')
    const navigation = { headers: { 'sec-fetch-dest': 'document' } }
    const away = await origin.send('/about', navigation)
    expect([away.status, away.headers['retry-after'], away.headers['cache-control']]).toEqual([503, '60', 'no-store'])
    expect(away.headers['content-security-policy']).toBeDefined()
    await origin.origin.automation.tick()
    expect((await site.store.health.read(0)).visits).toEqual([])
    expect(JSON.parse((await origin.send('/readyz')).text).checks.composition).toBe(false)
    expect((await origin.send('/servez')).status).toBe(200)
    expect(lines.join('')).toContain('of what is live the pages that are whole are shown')
    for (const [index, file] of files.entries()) await writeFile(file, kept[index] ?? '')
    await until(async () => (await origin.send('/about')).status === 200)
    expect(JSON.parse((await origin.send('/readyz')).text).checks.composition).toBe(true)
  })

  it('goes back beside a damaged list of pages that both are made of', async () => {
    await site.goLive()
    await release('0.2.0')
    await until(() => liveNumber() === 2)
    await writeFile(await listOf('shell'), 'damaged')
    expect(await rollBack(site.store)).toMatchObject({ to: 1, skipped: [] })
    await until(() => liveNumber() === 1)
    expect([(await origin.send('/courses')).status, (await origin.send('/about')).status]).toEqual([200, 200])
  })

  it('takes nobody home from a page it cannot know of, where a list is damaged at its start', async () => {
    await site.goLive()
    await release('0.2.0')
    const list = await listOf('shell')
    const whole = await readFile(list)
    await writeFile(list, 'damaged')
    await restart()
    expect((await origin.send('/courses')).text).toContain('Catalog 0.2.0')
    for (const address of ['/about', '/about/', '/no/such/page']) {
      const away = await origin.send(address)
      expect([away.status, away.headers['retry-after'], away.headers['cache-control']]).toEqual([503, '60', 'no-store'])
    }
    expect((await origin.send('/no-such-file.png')).status).toBe(404)
    expect(JSON.parse((await origin.send('/readyz')).text).checks.composition).toBe(false)
    await writeFile(list, whole)
    await until(async () => (await origin.send('/about')).status === 200)
    expect((await origin.send('/no/such/page')).status).toBe(302)
    expect(JSON.parse((await origin.send('/readyz')).text).checks.composition).toBe(true)
  })

  it('shows no part of what is live while an earlier composition is whole, and follows where the pointer goes', async () => {
    await site.goLive()
    await release('0.2.0')
    for (const file of await pageFilesOf(site.copy, 1, 'shell')) await rm(file)
    await restart()
    expect(liveNumber()).toBe(2)
    await pointTo({ live: 1, history: [2] })
    await until(() => liveNumber() === 1)
    expect([(await origin.send('/courses')).status, (await origin.send('/about')).status]).toEqual([200, 503])
  })

  it('starts beside a pointer that cannot be read, and follows it when it can', async () => {
    await site.goLive()
    const pointer = await readFile(site.copy.current, 'utf8')
    await writeFile(site.copy.current, 'damaged')
    await restart()
    expect((await origin.send('/courses')).status).toBe(503)
    await writeFile(site.copy.current, pointer)
    await until(async () => (await origin.send('/courses')).status === 200)
  })
})
