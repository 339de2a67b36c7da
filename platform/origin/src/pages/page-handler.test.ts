import zlib from 'node:zlib'
import { sha256 } from '@platform/base/durable/digest'
import { siteAnswers } from '@platform/compose/answers/site-answers'
import { readComposition } from '@platform/compose/composition/composition'
import { versionsOf } from '@platform/compose/composition/composition-outline'
import { catalogFixture, contentFixture, hostFixture } from '@platform/release/testing/fixture-release'
import { loadVersions } from '@platform/site/queries/check-activation'
import { setUpOrigin, startTestOrigin } from '../testing/test-origin'

const POLICY = new RegExp(
  `^default-src 'self';script-src 'self' 'sha256-[^']+';style-src 'self'( 'sha256-[^']+')+;img-src 'self' data:;` +
    `worker-src 'none';base-uri 'none';object-src 'none';form-action 'self';frame-ancestors 'none';` +
    `require-trusted-types-for 'script';trusted-types 'none'$`,
)
const ENCODING = 'content-encoding'
const unpackers: Record<string, (body: Buffer) => Buffer> = {
  br: zlib.brotliDecompressSync,
  gzip: zlib.gunzipSync,
  identity: (body) => body,
}
const [, unknownPost] = contentFixture().pages ?? []
const pages = [{ module: './blog-page', path: '/blog', isolated: true }, ...(unknownPost ? [unknownPost] : [])]
const { site, origin } = setUpOrigin(async (made) => {
  for (const fixture of [hostFixture(), catalogFixture(), contentFixture({ pages })]) await made.publish(fixture)
  await made.activate({ shell: 'latest', catalog: 'latest', content: 'latest' })
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
      'content-security-policy': expect.stringMatching(POLICY),
    })
    const head = await origin.send(path, { method: 'HEAD' })
    expect([head.status, head.headers, head.text]).toEqual([200, { ...headers, date: expect.anything() }, ''])
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

  // A redirect led to an address that has no page.
  it('takes the slash off no file', async () => {
    expect(await origin.send('/blog/a.png/')).toMatchObject({ status: 302, headers: { location: '/' } })
  })
})

// Check and diff compared less than the origin answers.
it.each([1_000_000, 0])(
  'every address of a composition is answered as the table of its answers says, with %s bytes of memory',
  async (pageMemoryBytes) => {
    const other = await startTestOrigin(site, { pageMemoryBytes })
    const composition = await readComposition(site.copy, 1)
    const releases = await loadVersions(site.copy, versionsOf(composition))
    const answers = siteAnswers(
      composition,
      releases.map(({ release }) => release),
    )
    expect([...answers.keys()]).toEqual(expect.arrayContaining(['/blog/…', '/images/courses/1.svg', '/sitemap.xml']))
    const ofConnection = /^(?:connection|keep-alive|date|content-length|content-encoding|etag|vary|server-timing)$/
    for (const [address, { status, headers, sha256: digest }] of answers) {
      for (const encoding of Object.keys(unpackers)) {
        const asked = { host: 'localhost:3000', 'accept-encoding': encoding }
        const reply = await other.send(address.replace('…', 'any-name'), { headers: asked })
        const body = unpackers[reply.headers[ENCODING] ?? 'identity']?.(reply.body) ?? ''
        const own = Object.entries(reply.headers).filter(([name]) => !ofConnection.test(name))
        const relative = JSON.parse(JSON.stringify(Object.fromEntries(own)).replaceAll('http://localhost:3000', ''))
        expect([address, reply.status, relative, sha256(body)]).toEqual([address, status, headers, digest])
      }
    }
    await other.close()
  },
)

it.each(['/blog/nothing', '/blog/a%20b', '/blog/unknown?x=1', '/blog/%3Cscript%3E'])(
  'D-21: answers the unknown post %s with the page and 404',
  async (path) => {
    const { status, headers, text } = await origin.send(path)
    expect(status).toBe(404)
    expect(text).toContain('Blog at /blog/unknown')
    expect(headers.etag).toBeUndefined()
  },
)

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
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await origin.send(path, { method })
      expect([status, headers.location, headers['cache-control']]).toEqual([302, '/', 'no-store'])
    }
  })

  it.each(['/nothing.js', '/blog/post.css', '/images/nothing', '/images', '/assets/catalog/nothing.js', '/assets'])(
    'has no file %s, and never HTML in its place',
    async (path) => {
      const { status, headers, text } = await origin.send(path)
      expect([status, text]).toEqual([404, 'Not found'])
      const head = await origin.send(path, { method: 'HEAD' })
      expect([head.status, head.headers]).toEqual([404, { ...headers, date: expect.anything() }])
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

// The checkout had no script when opened by a loopback address.
describe('a page that takes scripts from named folders alone', () => {
  const NAME = 'content-security-policy'
  const policyFor = async (host: string, path = '/blog') =>
    String((await origin.send(path, { headers: { host } })).headers[NAME])

  it.each(['127.0.0.1:3000', 'localhost', '[::1]:3000'])('takes them from the same folders of %s', async (host) => {
    const usual = await policyFor('localhost:3000')
    const both = usual.replace(/http:\/\/localhost:3000(\S+)/g, `$& http://${host}$1`)
    expect(usual).toContain('script-src http://localhost:3000/assets/shell/ http://localhost:3000/assets/content/')
    expect(await policyFor(host)).toBe(both)
    const headers = { host, 'if-none-match': '*' }
    expect(await origin.send('/blog', { headers })).toMatchObject({ status: 304, headers: { [NAME]: both } })
  })

  it('is the only one that names the host it was asked by', async () => {
    expect(await policyFor('127.0.0.1', '/about')).toBe(await policyFor('localhost:3000', '/about'))
  })
})
