import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import zlib from 'node:zlib'
import { sha256 } from '@platform/base/durable/digest'
import { addressOf, catalogFixture, type Fixture, fileOf, hostFixture } from '@platform/release/testing/fixture-release'
import { startCanary, stopCanary } from '@platform/site/changes/change-canary'
import { makePreview } from '@platform/site/changes/make-preview'
import { prune } from '@platform/site/changes/prune-site'
import { rollBack } from '@platform/site/changes/roll-back'
import { ageVisits } from '@platform/site/testing/test-site'
import { bucketCookie, compositionIn, type Reply, setUpOrigin, until } from '../testing/test-origin'

const HOUR_MS = 3_600_000
const IMMUTABLE = 'public, max-age=31536000, immutable'
const film = 'film'.repeat(300_000)
const font = `type.${sha256('font').slice(0, 8)}.woff2`
const content = { 'public/film.mp4': film, [`public/${font}`]: 'font', 'public/banner.0123456789.png': 'first' }
const first = catalogFixture({ content })
const second = catalogFixture({
  version: '0.2.0',
  content: { ...content, 'client/courses.css': '.courses{color:blue}' },
})
const script = addressOf(first, 'courses.js')
const picture = '/images/courses/1.svg'
const { site, origin } = setUpOrigin(async (made) => {
  for (const fixture of [hostFixture(), first]) await made.publish(fixture)
  await made.activate({ shell: 'latest', catalog: 'latest' })
  await made.publish(second)
})

const get = (address: string, headers: Record<string, string> = {}) => origin.send(address, { headers })
const open = (headers: Record<string, string> = {}) => get('/about', headers)
const hashOf = (fixture: Fixture, file: string) => fileOf(fixture, file).split('.').at(-2)
const style = (fixture: Fixture) => hashOf(fixture, 'courses.css')
const addressIn = ({ headers }: Reply) =>
  `/site/files.${/files;desc=([0-9a-f]{8})$/.exec(String(headers['server-timing']))?.[1]}.json`
const styleIn = ({ text }: Reply) => JSON.parse(text).files.catalog['courses.css']

describe('files of a release', () => {
  it('are served for a year, compressed when they were published', async () => {
    const { status, headers, body } = await get(script, { 'accept-encoding': 'br' })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': IMMUTABLE,
      'content-encoding': 'br',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(zlib.brotliDecompressSync(body).toString()).toBe('/* courses */')
    const again = await get(script, { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) })
    expect(again.status).toBe(304)
  })

  it.each([
    '/releases/catalog/0.1.0/server/courses-page.cjs',
    '/releases/catalog/0.1.0/release.json',
    `/releases/catalog/0.1.0/client/${fileOf(first, 'courses.js')}`,
    `/assets/catalog/client/${fileOf(first, 'courses.js')}`,
    '/releases/catalog/0.1.0/../0.1.0/release.json',
    '/releases/catalog/0.1.0/..%2frelease.json',
    '/releases/catalog/0.1.0/%2e%2e/release.json',
    '/releases/catalog/0.1.0/%252e%252e%252frelease.json',
    '/releases/catalog/0.1.0/..%5crelease.json',
    '/releases/catalog/0.1.0/....//release.json',
    '/releases/../../../../etc/passwd.txt',
    '/images/../../release.json',
    '/images/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    `/encoded/client/${fileOf(first, 'courses.js')}.br`,
    '/public/favicon.svg',
    `${script}%00.css`,
  ])('are all there is: %s is not found', async (address) => {
    const { status, text } = await get(address)
    expect([status, text]).toEqual([404, 'Not found'])
  })

  it('are only read', async () => {
    expect((await origin.send(script, { method: 'POST' })).status).toBe(405)
  })
})

describe('R13: images and other public files', () => {
  // Two releases had other bytes at one address, and browsers kept the first for a year.
  it('are kept for a year when their name carries the hash of their content, and no other', async () => {
    expect((await get(`/${font}`)).headers).toMatchObject({ 'content-type': 'font/woff2', 'cache-control': IMMUTABLE })
    expect((await get('/banner.0123456789.png')).headers['cache-control']).toBe('no-cache')
  })

  it('are served at the root of the site, with a policy that runs nothing', async () => {
    const { status, headers } = await get(`${picture}?x=1`)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  })

  it.each([
    [picture, 'bytes=0-1', 206, '<s', /^bytes 0-1\/\d+$/],
    [picture, 'bytes=9999999-', 416, '', /^bytes \*\/\d+$/],
    ['/film.mp4', 'bytes=0-3', 206, 'film', `bytes 0-3/${film.length}`],
    ['/film.mp4', 'bytes=-4', 206, 'film', `bytes ${film.length - 4}-${film.length - 1}/${film.length}`],
    ['/film.mp4', 'bytes=9999999-', 416, '', `bytes */${film.length}`],
    [script, 'bytes=10-', 206, ' */', 'bytes 10-12/13'],
    [script, 'bytes=-1000', 206, '/* courses */', /^bytes 0-/],
    [script, 'bytes=2-1000', 206, ' courses */', /^bytes 2-/],
    [script, 'bytes=-0', 416, '', /^bytes \*/],
  ])('are sent in parts, whatever their size: %s, %s', async (address, range, status, text, contentRange) => {
    const reply = await get(address, { range, 'accept-encoding': 'br' })
    expect([reply.status, reply.text, reply.headers['content-encoding']]).toEqual([status, text, undefined])
    expect(reply.headers['content-range']).toMatch(contentRange)
    expect(reply.headers['accept-ranges']).toBe('bytes')
    if (status === 206) expect(reply.headers['content-length']).toBe(String(text.length))
  })

  it.each([picture, '/film.mp4'])('are sent whole, or not at all, where no part is meant: %s', async (address) => {
    const { headers, body } = await get(address)
    const tag = String(headers.etag)
    const range = 'bytes=0-3'
    expect((await get(address, { range, 'if-none-match': tag })).status).toBe(304)
    expect((await get(address, { range, 'if-range': tag })).status).toBe(206)
    const conditions = ['"other"', `W/${tag}`, 'Sat, 21 Nov 2026 10:00:00 GMT'].map((it) => ({ range, 'if-range': it }))
    const ranges = ['bytes=0-1,3-4', 'bytes=9-0', 'bytes=-', 'lines=0-1', 'bytes'].map((it) => ({ range: it }))
    for (const request of [...conditions, ...ranges]) {
      const reply = await get(address, request)
      expect([reply.status, reply.body.equals(body)]).toEqual([200, true])
    }
    const head = await origin.send(address, { method: 'HEAD', headers: { range } })
    expect([head.status, head.body.length]).toEqual([200, 0])
    expect(head.headers).toEqual({ ...headers, date: expect.anything() })
    expect(headers['accept-ranges']).toBe('bytes')
  })
})

describe('the files of all packages', () => {
  it('are named by the composition that a page was sent in, at an address that never changes', async () => {
    const reply = await get(addressIn(await open()), { 'accept-encoding': 'identity' })
    expect(JSON.parse(reply.text)).toEqual({
      shellVersion: '0.1.0',
      routes: expect.arrayContaining([
        { path: '/about', module: 'shell/about-page' },
        { path: '/courses', module: 'catalog/courses-page' },
      ]),
      remotes: {
        catalog: {
          version: '0.1.0',
          entry: addressOf(first, 'remote-entry.js'),
          integrity: expect.stringMatching(/^sha256-/),
          scripts: { './courses-page': [script] },
        },
      },
      files: {
        shell: expect.objectContaining({ 'about.js': hashOf(hostFixture(), 'about.js') }),
        catalog: expect.objectContaining({ 'courses.js': hashOf(first, 'courses.js') }),
      },
    })
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': IMMUTABLE,
      'cross-origin-resource-policy': 'same-origin',
    })
    const packed = await get(addressIn(await open()), { 'accept-encoding': 'br' })
    expect(packed.headers['content-encoding']).toBe('br')
  })

  it('are named in the page for the releases that it is made of', async () => {
    const { text } = await get('/courses')
    const config = JSON.parse(/id="site-config">(.*?)<\/script>/.exec(text)?.[1] ?? '')
    const hashes = (files: string[]) => Object.fromEntries(files.map((it) => [it, hashOf(first, it)]))
    expect(config.files).toEqual({
      shell: Object.fromEntries(['about.js', 'about.css'].map((it) => [it, hashOf(hostFixture(), it)])),
      catalog: hashes(['courses.js', 'courses.css']),
    })
    expect(config.courses).toBe('1')
  })

  it('of a preview are for those who have its link', async () => {
    const { number, link } = await makePreview(site.store, { catalog: '0.2.0' }, HOUR_MS, site.limits)
    await until(() => origin.origin.site.alternates().previews.length > 0)
    const cookie = `site_preview=${link.split('/preview/')[1]}`
    const page = await open({ cookie })
    expect(compositionIn(page)).toBe(number)
    expect(styleIn(await get(addressIn(page), { cookie }))).toBe(style(second))
    expect((await get(addressIn(page))).status).toBe(404)
  })

  it('of what a visitor gets now stand at one address for browsers that are told no other', async () => {
    expect((await get('/site/files.json')).headers['cache-control']).toBe('no-cache')
    await startCanary(site.store, { catalog: '0.2.0' }, { share: 50 }, site.limits)
    await until(() => origin.canary() !== undefined)
    const { salt = '' } = origin.canary() ?? {}
    const of = (bucket: number) => get('/site/files.json', { cookie: bucketCookie(salt, bucket) })
    expect([styleIn(await of(0)), styleIn(await of(9_999))]).toEqual([style(second), style(first)])
    expect((await of(0)).headers['cache-control']).toBe('private, no-cache')
    await stopCanary(site.store)
  })
})

it('another release keeps the address of what it does not change, and files of the former one for as long as it is kept', async () => {
  const before = await open()
  const { number } = await site.activate({ catalog: '0.2.0' })
  await until(async () => (await get('/courses')).text.includes('color:blue'))
  const { text } = await get('/courses')
  for (const address of [script, addressOf(second, 'courses.css')]) expect(text).toContain(address)
  for (const address of [script, addressOf(first, 'courses.css')]) expect((await get(address)).status).toBe(200)
  const again = await open({ 'if-none-match': String(before.headers.etag) })
  expect([again.status, again.text, compositionIn(again)]).toEqual([304, '', number])
  const after = await open()
  const files = () => Promise.all([before, after].map((page) => get(addressIn(page))))
  expect((await files()).map(styleIn)).toEqual([style(first), style(second)])

  await rollBack(site.store)
  await until(async () => (await get('/courses')).text.includes('color:green'))
  const folder = site.copy.release('catalog', '0.2.0')
  await rename(folder, `${folder}-away`)
  expect((await get(script)).text).toBe('/* courses */')
  await rename(`${folder}-away`, folder)

  await rollBack(site.store, number)
  await ageVisits(site.copy)
  await prune(site.store, 1)
  await origin.origin.site.refresh()
  expect((await files()).map(({ status }) => status)).toEqual([404, 200])

  // A film was read from the folder of the release that first had it.
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 72 * HOUR_MS)
  expect((await prune(site.store, 1)).releases).toContain('catalog@0.1.0')
  now.mockRestore()
  expect((await get('/film.mp4')).status).toBe(200)
})

it('serves no file that was changed on the disk', async () => {
  const file = path.join(site.copy.release('shell', '0.1.0'), `client/${fileOf(hostFixture(), 'about.js')}`)
  await writeFile(file, '/* evil! */')
  const { status, headers } = await get(addressOf(hostFixture(), 'about.js'))
  expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
})
