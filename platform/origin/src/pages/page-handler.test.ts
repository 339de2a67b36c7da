import zlib from 'node:zlib'
import { sha256 } from '@platform/base/durable/digest'
import { siteAnswers } from '@platform/compose/answers/site-answers'
import { readComposition } from '@platform/compose/composition/composition'
import { versionsOf } from '@platform/compose/composition/composition-outline'
import { catalogFixture, contentFixture, hostFixture } from '@platform/release/testing/fixture-release'
import { loadVersions } from '@platform/site/queries/check-activation'
import { createTestSite, type TestSite } from '@platform/site/testing/test-site'
import { makeRepresentation } from '../http/representation'
import { startTestOrigin, type TestOrigin } from '../testing/test-origin'
import { policyForHost } from './page-handler'

const unpackers: Record<string, (body: Buffer) => Buffer> = {
  br: zlib.brotliDecompressSync,
  gzip: zlib.gunzipSync,
  identity: (body) => body,
}
let site: TestSite
let origin: TestOrigin

beforeAll(async () => {
  site = await createTestSite()
  for (const fixture of [hostFixture(), catalogFixture(), contentFixture()]) await site.publish(fixture)
  await site.activate({ shell: 'latest', catalog: 'latest', content: 'latest' })
  origin = await startTestOrigin(site)
})

afterAll(async () => {
  await origin.close()
  await site.remove()
})

describe('pages', () => {
  it.each([
    ['/', 'shell page /'],
    ['/courses', 'Courses at /courses with'],
    ['/courses?category=food', 'Courses at /courses?category=food with'],
    ['/courses?utm_source=letter&category=food', 'Courses at /courses?category=food with'],
    ['/courses?category=food&category=health', 'Courses at /courses?category=food with'],
    ['/courses?category=%66ood', 'Courses at /courses?category=food with'],
    ['/courses?category=<script>', 'Courses at /courses with'],
    ['/courses?category=', 'Courses at /courses with'],
    ['/courses?category=%zz', 'Courses at /courses with'],
    ['/%63ourses', 'Courses at /courses with'],
    ['/about?category=food', 'shell page /about'],
  ])('answers %s', async (path, text) => {
    const { status, headers, text: html } = await origin.send(path)
    expect(status).toBe(200)
    expect(html).toContain(text)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      'content-security-policy': expect.stringContaining("default-src 'self';script-src 'self' 'sha256-"),
    })
  })

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['', undefined],
    ['deflate', undefined],
    ['gzip;q=1, br;q=0', 'gzip'],
    ['br;q=0.5, gzip;q=1', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br, *;q=0', 'br'],
    ['identity, br;q=0.1', undefined],
    ['BR ; Q=1', 'br'],
    ['x-gzip', 'gzip'],
    ['br;q=nonsense', undefined],
  ])('sends what a client that accepts "%s" reads best', async (accepted, encoding) => {
    for (const [path, text] of [
      ['/courses', '<h1>Courses at /courses'],
      ['/sitemap.xml', '<loc>http://localhost:3000/about'],
    ] as const) {
      const { headers, body } = await origin.send(path, { headers: { 'accept-encoding': accepted } })
      expect([headers['content-encoding'], headers['content-length']]).toEqual([encoding, String(body.length)])
      expect(String(unpackers[encoding ?? 'identity']?.(body))).toContain(text)
    }
  })

  it('has an entity tag for each encoding and answers 304 to it', async () => {
    const compressed = { 'accept-encoding': 'br' }
    const { headers } = await origin.send('/courses', { headers: compressed })
    const plain = await origin.send('/courses')
    expect(headers.etag).not.toBe(plain.headers.etag)

    const conditional = (tag: string) => origin.send('/courses', { headers: { ...compressed, 'if-none-match': tag } })
    const { etag } = headers
    for (const tag of [`${etag}`, `W/${etag}`, `"x", W/${etag} , "y"`, '*']) {
      const again = await conditional(tag)
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag])
      expect(again.headers['content-security-policy']).toBe(headers['content-security-policy'])
    }
    for (const tag of [`${plain.headers.etag}`, `${etag}`.slice(1, -1), '']) {
      expect((await conditional(tag)).status).toBe(200)
    }
  })

  it('answers HEAD with the headers of GET and no body', async () => {
    const get = await origin.send('/about')
    const head = await origin.send('/about', { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    expect(head.body).toHaveLength(0)
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
    expect(await origin.send('/courses', { method })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
  })

  it.each([
    ['/courses/', '/courses'],
    ['/courses/?category=food', '/courses?category=food'],
    ['/blog/some%20post/', '/blog/some%20post'],
  ])('takes the slash off %s', async (path, location) => {
    const { status, headers } = await origin.send(path)
    expect(status).toBe(308)
    expect(headers.location).toBe(location)
  })
})

// Check and diff compared less than the origin answers.
it('every address of a composition is answered exactly as the table of its answers says', async () => {
  const composition = await readComposition(site.copy, 1)
  const releases = await loadVersions(site.copy, versionsOf(composition))
  const answers = siteAnswers(
    composition,
    releases.map(({ release }) => release),
  )
  expect([...answers.keys()]).toEqual(expect.arrayContaining(['/blog/…', '/images/courses/1.svg', '/sitemap.xml']))
  const ofConnection = ['connection', 'keep-alive', 'date', 'content-length', 'etag', 'vary', 'server-timing']
  for (const [address, { status, headers, sha256: digest }] of answers) {
    const reply = await origin.send(address.replace('…', 'any-name'))
    const own = Object.entries(reply.headers).filter(([name]) => !ofConnection.includes(name))
    const relative = JSON.parse(JSON.stringify(Object.fromEntries(own)).replaceAll('http://localhost:3000', ''))
    expect([address, reply.status, relative, sha256(reply.body)]).toEqual([address, status, headers, digest])
  }
})

describe('D-21: unknown posts', () => {
  it.each(['/blog/nothing', '/blog/a%20b', '/blog/unknown?x=1', '/blog/%3Cscript%3E'])(
    'answers %s with the page and 404',
    async (path) => {
      const { status, headers, text } = await origin.send(path)
      expect(status).toBe(404)
      expect(text).toContain('Blog at /blog/unknown')
      expect(headers.etag).toBeUndefined()
    },
  )
})

describe('R3, D-02: addresses the site does not have', () => {
  it.each([
    '/nothing',
    '/courses/nothing',
    '/blog/a/b',
    '/nothing/',
    '//evil.example/',
    '/\\evil',
    '/courses%2Fcitb-ssp',
    '/%00',
  ])('takes a visitor of %s home', async (path) => {
    const { status, headers } = await origin.send(path)
    expect(status).toBe(302)
    expect(headers.location).toBe('/')
    expect(headers['cache-control']).toBe('no-store')
  })

  it.each(['/nothing.js', '/blog/post.css', '/images/nothing', '/images', '/assets/catalog/nothing.js', '/assets'])(
    'has no file %s, and never HTML in its place',
    async (path) => {
      const { status, headers, text } = await origin.send(path)
      expect(status).toBe(404)
      expect(text).toBe('Not found')
      expect(headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
    },
  )

  it.each(['/%zz', '/courses%', '/%c0%af'])('finds %s malformed', async (path) => {
    expect((await origin.send(path)).status).toBe(400)
  })

  it('redirects no other method', async () => {
    expect((await origin.send('/nothing', { method: 'POST' })).status).toBe(404)
  })
})

describe('search engines', () => {
  it('are told every page but those kept from them', async () => {
    const { text, headers } = await origin.send('/sitemap.xml')
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(text.match(/<loc>[^<]*/g)).toEqual([
      '<loc>http://localhost:3000/',
      '<loc>http://localhost:3000/about',
      '<loc>http://localhost:3000/blog',
      '<loc>http://localhost:3000/courses',
      '<loc>http://localhost:3000/courses?category=food',
      '<loc>http://localhost:3000/courses?category=health',
    ])
    expect((await origin.send('/robots.txt')).text).toContain('Sitemap: http://localhost:3000/sitemap.xml')
  })
})

const publicUrl = 'https://shop.example'
const policy = `default-src 'self';script-src ${publicUrl}/assets/shell/ ${publicUrl}/assets/checkout/;base-uri 'none'`
const documentWith = (headers: Record<string, string>) =>
  makeRepresentation({
    ...{ etag: 'tag', headers: { ...headers, 'content-type': 'text/html' } },
    bodies: { identity: Buffer.from('page'), gzip: Buffer.from('packed') },
  })
const isolated = documentWith({ 'content-security-policy': policy })

// The checkout had no script when opened by a loopback address.
describe('a page that takes scripts from named folders alone', () => {
  it.each(['127.0.0.1:3000', 'localhost', '[::1]:3000'])('takes them from the same folders of %s', (host) => {
    const folders = ['shell', 'checkout'].map((name) => `${publicUrl}/assets/${name}/ https://${host}/assets/${name}/`)
    const expected = `default-src 'self';script-src ${folders.join(' ')};base-uri 'none'`
    for (const { headers, notModified } of Object.values(policyForHost(isolated, publicUrl, host).forms)) {
      for (const list of [headers, notModified]) {
        expect(list[list.indexOf('content-security-policy') + 1]).toBe(expected)
      }
    }
  })

  it.each([
    ['shop.example', isolated],
    [undefined, isolated],
    ["evil.example 'unsafe-inline'", isolated],
    ['evil.example;script-src *', isolated],
    ['*', isolated],
    ['evil.example', isolated],
    ['evil.example/a', isolated],
    ['', isolated],
    ['127.0.0.1', documentWith({ 'content-security-policy': "default-src 'self'" })],
    ['127.0.0.1', documentWith({})],
  ])('has nothing of the header "%s" in its policy', (host, document) => {
    expect(policyForHost(document, publicUrl, host)).toBe(document)
  })
})
