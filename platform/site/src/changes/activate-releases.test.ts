import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { listFiles } from '@platform/base/testing/list-files'
import { readComposition } from '@platform/compose/composition/composition'
import { readPage } from '@platform/compose/testing/kept-page'
import {
  addressOf,
  catalogFixture,
  type Fixture,
  hostFixture,
  pageBundle,
} from '@platform/release/testing/fixture-release'
import { createTestSite, type TestSite } from '../testing/test-site'

let site: TestSite

beforeEach(async () => {
  site = await createTestSite({ memoryMb: 64 })
})

afterEach(() => site.remove())

describe('activateReleases', () => {
  it('renders every page and variant and makes the composition live', async () => {
    expect(await site.goLive()).toEqual({
      number: 1,
      outcome: 'activated',
      releases: { catalog: '0.1.0', shell: '0.1.0' },
    })

    const composition = await readComposition(site.copy, 1)
    expect(Object.keys(composition.pages).sort()).toEqual(['/', '/about', '/courses'])
    expect(composition.data).toEqual({ catalog: catalogFixture().data, shell: {} })
    expect(Object.keys(composition.pages['/courses']?.variants?.values ?? {})).toContain('food')
    const html = await readPage(site.copy, 1, '/courses?category=food')
    expect(html).toContain('<h1>Courses at /courses?category=food with 19.3.1</h1>')
    expect(html).toContain('.courses{color:green}')
    expect(html).toContain(addressOf(catalogFixture(), 'courses.js'))
    expect(html).toContain('"integrity":"sha256-')
    expect(await site.copy.readPointer()).toMatchObject({ live: 1, history: [] })
  })

  // An older version, typed by mistake, went live without a warning.
  it('makes nothing new of what is live already, and says which packages went back to an older version', async () => {
    await site.goLive()
    expect(await site.activate({ catalog: 'latest' })).toMatchObject({ number: 1, outcome: 'already live' })
    await site.publish(catalogFixture({ version: '0.2.0' }))
    expect(await site.activate({ catalog: '0.2.0' })).not.toHaveProperty('downgrades')
    expect(await site.activate({ catalog: '0.1.0' })).toMatchObject({
      downgrades: [{ package: 'catalog', from: '0.2.0', to: '0.1.0' }],
    })
  })

  it('goes on after an activation that was killed', async () => {
    await site.goLive()
    const half = path.join(site.copy.temporary, `composition~${2 ** 30}~${hostname()}~1`)
    await mkdir(half, { recursive: true })
    await writeFile(path.join(half, 'index.html'), 'half')
    await writeFile(
      site.copy.lease,
      JSON.stringify({ pid: 2 ** 30, host: hostname(), id: '1', user: 'x', action: 'x' }),
    )
    await site.publish(catalogFixture({ version: '0.2.0' }))

    expect(await site.activate({ catalog: '0.2.0' })).toMatchObject({ number: 2 })
    expect(await readdir(site.copy.compositions)).toEqual(['1', '2'])
    expect(await readdir(site.copy.temporary)).toEqual([])
  })

  it('hands each page what it says to search engines, and each variant its own', async () => {
    const about = (name: string) => [{ '@type': 'ItemList', name, itemListElement: [] }]
    const structuredData = about('all')
    const variants = { parameter: 'category', values: ['food', 'health'], structuredData: { food: about('food') } }
    await site.publish(hostFixture())
    await site.publish(
      catalogFixture({ pages: [{ module: './courses-page', path: '/courses', structuredData, variants }] }),
    )
    await site.activate({ shell: 'latest', catalog: 'latest' })

    const read = (address: string) => readPage(site.copy, 1, address)
    const graph = (nodes: unknown) => JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes })
    const data = (name: string) => `<script type="application/ld+json">${graph(about(name))}</script>`
    expect(await read('/courses')).toContain(data('all'))
    expect(await read('/courses?category=food')).toContain(data('food'))
    expect(await read('/courses?category=health')).toContain(data('all'))
    expect(await read('/about')).toContain(`<script type="application/ld+json">${graph([])}</script>`)
  })

  it('replaces one package, leaves the others, and dates each page by the activation of its own release', async () => {
    await site.goLive()
    await site.publish(catalogFixture({ version: '0.2.0' }))
    const releases = { catalog: '0.2.0', shell: '0.1.0' }
    expect(await site.activate({ catalog: '0.2.0' })).toMatchObject({ number: 2, releases })
    expect(await site.copy.readPointer()).toMatchObject({ live: 2, history: [1] })
    const [first, second] = await Promise.all([1, 2].map((number) => readComposition(site.copy, number)))
    expect(second?.releases.shell?.liveSince).toBe(first?.createdAt)
    expect(second?.releases.catalog?.liveSince).toBe(second?.createdAt)
    const sitemap = await readPage(site.copy, 2, '/sitemap.xml')
    expect(sitemap).toContain(`<loc>http://localhost:3000/about</loc><lastmod>${first?.createdAt}</lastmod>`)
    expect(sitemap).toContain(`<loc>http://localhost:3000/courses</loc><lastmod>${second?.createdAt}</lastmod>`)
  })

  it('keeps a page that reaches a provider able to open its window', async () => {
    const contentSecurityPolicy = { 'script-src': ['https://pay.example'] }
    await site.changeSettings({ hosts: { catalog: contentSecurityPolicy } })
    await site.publish(hostFixture())
    await site.publish(
      catalogFixture({ pages: [{ module: './courses-page', path: '/courses', contentSecurityPolicy }] }),
    )
    await site.activate({ shell: 'latest', catalog: 'latest' })

    const { pages } = await readComposition(site.copy, 1)
    expect(pages['/courses']?.headers['content-security-policy']).toMatch(
      /script-src 'self' [^;]*https:\/\/pay\.example;/,
    )
    expect(pages['/courses']?.headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    expect(pages['/']?.headers['cross-origin-opener-policy']).toBe('same-origin')
  })

  it('lets every page reach what the host names for the whole site, and nothing a remote names so', async () => {
    const hosts = (host: string) => ({ contentSecurityPolicy: { 'frame-src': [host] } })
    await site.changeSettings({ hosts: { shell: { 'frame-src': ['https://map.example'] } } })
    await site.publish(hostFixture(hosts('https://map.example')))
    await site.publish(catalogFixture(hosts('https://other.example')))
    await site.activate({ shell: 'latest', catalog: 'latest' })
    const { pages } = await readComposition(site.copy, 1)
    expect(Object.keys(pages)).toContain('/courses')
    for (const { headers } of Object.values(pages)) {
      expect(headers['content-security-policy']).toContain('frame-src https://map.example')
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    }
  })
})

const page = (expression: string): Fixture => ({ content: { 'server/courses-page.cjs': pageBundle(expression) } })

describe('a bad release is refused and the live site does not change', () => {
  it.each<[string, Fixture, RegExp]>([
    ['a page that throws', page('nothing.here'), /page \/courses of catalog\/courses-page: ReferenceError: nothing/],
    [
      'a module that throws',
      { content: { 'server/courses-page.cjs': 'throw new Error("broken")' } },
      /module catalog\/courses-page: Error: broken/,
    ],
    [
      'a page that loops for ever',
      page('{ for (;;); }'),
      /page \/courses of catalog\/courses-page: it does not come to an end/,
    ],
    ['a page that never answers', page('{ setInterval(() => {}, 1e6); throw new Error("late") }'), /late/],
    [
      'a page that would end the process',
      page('process.exit(0)'),
      /page \/courses of catalog\/courses-page: ReferenceError: process is not defined/,
    ],
    [
      'a page that eats memory',
      page('{ const a = []; for (;;) a.push(new Array(1e5).fill(a.length)) }'),
      /page \/courses of catalog\/courses-page: it took more than 64 MB/,
    ],
    ['a page that logs an error', page('console.error("bad %s", "key")'), /console.error was called: bad key/],
    ['a page with a problem after its turn', page('{ Promise.reject(new Error("later")); return "" }'), /later/],
    [
      'code that asks for Node',
      page('require("node:fs")'),
      /catalog asks for "node:fs", which the host does not provide/,
    ],
    [
      'a missing module',
      { exposes: ['./other-page'], pages: [] },
      /shell@0.1.0 routes to catalog\/courses-page, which no live release/,
    ],
    [
      'another React',
      { shared: { react: { range: '^20.0.0' } } },
      /catalog@0.2.0 needs react \^20.0.0, but shell@0.1.0 shares 19.3.1/,
    ],
    ['another contract', { contract: 2 }, /catalog@0.2.0 follows contract 2, but shell@0.1.0 follows 1/],
    ['a page of another team', { pages: [{ module: './courses-page', path: '/about' }] }, /\/about is taken by/],
    ['a second host', { kind: 'host' }, /exactly one host, not 2/],
  ])('%s', async (_name, problem, message) => {
    await site.goLive()
    await site.publish(catalogFixture({ version: '0.2.0', ...problem }))
    site.limits.timeoutMs = 3_000
    const before = await listFiles(site.copy.root)
    const pointer = await readFile(site.copy.current, 'utf8')

    await expect(site.activate({ catalog: '0.2.0' })).rejects.toThrow(message)
    expect(await listFiles(site.copy.root)).toEqual(before)
    expect(await readFile(site.copy.current, 'utf8')).toBe(pointer)
  })

  it.each<[string, () => Promise<unknown>, string]>([
    [
      'a file changed in the registry',
      async () => {
        await site.goLive()
        await site.publish(catalogFixture({ version: '0.2.0' }))
        await appendFile(path.join(site.copy.release('catalog', '0.2.0'), 'server/courses-page.cjs'), ' ')
        await site.activate({ catalog: '0.2.0' })
      },
      'does not match its digest',
    ],
    [
      'a host that asks for more of Node than rendering needs',
      async () => {
        await site.goLive()
        await site.publish(hostFixture({ version: '0.2.0', content: { 'server/index.cjs': 'require("node:fs")' } }))
        await site.activate({ shell: '0.2.0' })
      },
      'shell asks for "node:fs"',
    ],
    ['a site without settings', () => rm(site.copy.settings).then(site.goLive), 'The site has no settings yet'],
    [
      'a first activation without a host',
      () => site.publish(catalogFixture()).then(() => site.activate({ catalog: 'latest' })),
      'exactly one host, not 0',
    ],
    [
      'a release that is not published',
      () => site.goLive().then(() => site.activate({ catalog: '7.0.0' })),
      'catalog@7.0.0 is not published',
    ],
  ])('%s', async (_what, activate, message) => {
    await expect(activate()).rejects.toThrow(message)
    expect((await site.copy.readPointer())?.live ?? 1).toBe(1)
  })
})
