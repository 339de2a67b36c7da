import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import zlib from 'node:zlib'
import { addressOf, fileOf } from '@platform/release/testing/fixture-files'
import { catalogFixture, hostFixture } from '@platform/release/testing/fixture-release'
import { createTestSite, type TestSite } from '@platform/site/testing/test-site'
import { startTestOrigin, type TestOrigin, until } from '../testing/test-origin'

const film = 'film'.repeat(300_000)
let site: TestSite
let origin: TestOrigin

beforeAll(async () => {
  site = await createTestSite()
  await site.publish(hostFixture())
  await site.publish(catalogFixture({ content: { 'public/film.mp4': film, 'public/type.0a1b2c3d.woff2': 'font' } }))
  await site.activate({ shell: 'latest', catalog: 'latest' })
  origin = await startTestOrigin(site)
})

afterAll(async () => {
  await origin.close()
  await site.remove()
})

const file = fileOf(catalogFixture(), 'courses.js')
const courses = addressOf(catalogFixture(), 'courses.js')

describe('files of a release', () => {
  it('are served for a year, compressed when they were published', async () => {
    const { status, headers, body } = await origin.send(courses, { headers: { 'accept-encoding': 'br' } })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(zlib.brotliDecompressSync(body).toString()).toBe('/* courses */')
    const again = await origin.send(courses, {
      headers: { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) },
    })
    expect(again.status).toBe(304)
  })

  it.each([
    '/releases/catalog/0.1.0/server/courses-page.cjs',
    '/releases/catalog/0.1.0/release.json',
    `/releases/catalog/0.1.0/client/${file}`,
    `/assets/catalog/client/${file}`,
    '/releases/catalog/0.1.0/../0.1.0/release.json',
    '/releases/catalog/0.1.0/..%2frelease.json',
    '/releases/catalog/0.1.0/%2e%2e/release.json',
    '/releases/catalog/0.1.0/%252e%252e%252frelease.json',
    '/releases/catalog/0.1.0/..%5crelease.json',
    '/releases/catalog/0.1.0/....//release.json',
    '/releases/../../../../etc/passwd.txt',
    '/images/../../release.json',
    '/images/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    `/encoded/client/${file}.br`,
    '/public/favicon.svg',
    `${courses}%00.css`,
  ])('are all there is: %s is not found', async (address) => {
    const { status, text } = await origin.send(address)
    expect(status).toBe(404)
    expect(text).toBe('Not found')
  })

  it('are only read', async () => {
    expect((await origin.send(courses, { method: 'POST' })).status).toBe(405)
  })

  it('stay for tabs opened before a release', async () => {
    await site.publish(
      catalogFixture({
        version: '0.2.0',
        content: { 'public/film.mp4': film, 'public/type.0a1b2c3d.woff2': 'font' },
      }),
    )
    await site.activate({ catalog: '0.2.0' })
    await until(() => origin.origin.site.current()?.composition.number === 2)
    expect((await origin.send(courses)).status).toBe(200)
    expect((await origin.send(courses.replace('0.1.0', '0.2.0'))).status).toBe(200)
  })

  it('are not served once they were changed on the disk', async () => {
    const file = path.join(site.copy.release('shell', '0.1.0'), `client/${fileOf(hostFixture(), 'about.js')}`)
    await writeFile(file, '/* evil! */')
    const { status, headers } = await origin.send(addressOf(hostFixture(), 'about.js'))
    expect(status).toBe(404)
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('R13: images and other public files', () => {
  it('are kept for a year when their name carries a hash', async () => {
    const { headers } = await origin.send('/type.0a1b2c3d.woff2')
    expect(headers).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  it('are served at the root of the site, with a policy that runs nothing', async () => {
    const { status, headers } = await origin.send('/images/courses/1.svg?x=1')
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  })

  it.each([
    ['bytes=0-1', 206, '<s', /^bytes 0-1\/\d+$/],
    ['bytes=9999999-', 416, '', /^bytes \*\/\d+$/],
    ['bytes=0-1,3-4', 200, '<svg', undefined],
  ])('are sent in parts whatever their size: %s', async (range, status, text, contentRange) => {
    const reply = await origin.send('/images/courses/1.svg', { headers: { range, 'accept-encoding': 'br' } })
    expect(reply.status).toBe(status)
    expect(reply.headers['accept-ranges']).toBe('bytes')
    if (!contentRange) return expect(reply.headers['content-range']).toBeUndefined()
    expect(reply.text).toBe(text)
    expect(reply.headers['content-encoding']).toBeUndefined()
    expect(reply.headers['content-length']).toBe(String(text.length))
    expect(reply.headers['content-range']).toMatch(contentRange)
  })

  it('are known by their tag before a part is asked for', async () => {
    const { headers } = await origin.send('/images/courses/1.svg')
    const range = 'bytes=0-1'
    const again = await origin.send('/images/courses/1.svg', {
      headers: { range, 'if-none-match': String(headers.etag) },
    })
    expect(again.status).toBe(304)
    const changed = await origin.send('/images/courses/1.svg', { headers: { range, 'if-range': '"other"' } })
    expect(changed.status).toBe(200)
  })

  it.each(['/film.mp4', '/images/courses/1.svg'])('answer a HEAD for a part of %s with the whole', async (address) => {
    const { status, headers } = await origin.send(address, { method: 'HEAD', headers: { range: 'bytes=0-1' } })
    expect(status).toBe(200)
    expect(headers['content-range']).toBeUndefined()
    expect(headers['accept-ranges']).toBe('bytes')
  })

  it.each([
    ['bytes=0-3', 206, 'film', `bytes 0-3/${film.length}`],
    ['bytes=-4', 206, 'film', `bytes ${film.length - 4}-${film.length - 1}/${film.length}`],
    ['bytes=9999999-', 416, '', `bytes */${film.length}`],
  ])('are sent in parts when they are large: %s', async (range, status, text, contentRange) => {
    const reply = await origin.send('/film.mp4', { headers: { range } })
    expect(reply.status).toBe(status)
    expect(reply.text).toBe(text)
    expect(reply.headers['content-range']).toBe(contentRange)
  })

  it('are sent whole when the part would be of another version', async () => {
    const { status, body, headers } = await origin.send('/film.mp4', {
      headers: { range: 'bytes=0-3', 'if-range': '"other"' },
    })
    expect(status).toBe(200)
    expect(body).toHaveLength(film.length)
    expect(headers['content-type']).toBe('video/mp4')
    const part = await origin.send('/film.mp4', { headers: { range: 'bytes=0-3', 'if-range': String(headers.etag) } })
    expect(part.status).toBe(206)
    const again = await origin.send('/film.mp4', { headers: { 'if-none-match': String(headers.etag) } })
    expect(again.status).toBe(304)
    expect((await origin.send('/film.mp4', { method: 'HEAD' })).headers['content-length']).toBe(String(film.length))
  })
})
