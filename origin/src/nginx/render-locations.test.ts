import { contentFixture } from '../testing/fixture-release'
import { createTestSite, type TestSite } from '../testing/test-site'
import { literal, quote } from './directives'
import { readLiveSite } from './read-live-site'
import { renderLocations } from './render-locations'

let site: TestSite

beforeEach(async () => {
  site = await createTestSite()
})
afterEach(() => site.remove())

async function render(): Promise<string> {
  return renderLocations(await readLiveSite(site.folders))
}

/** The lines of one location, without the space before them. */
function locationOf(text: string, match: string): string[] {
  const start = text.indexOf(`location ${match} {\n`)
  if (start === -1) throw new Error(`There is no location ${match}`)
  const lines = text.slice(start, text.indexOf('\n}', start)).split('\n')
  return lines.slice(1).map((line) => line.trim())
}

describe('renderLocations', () => {
  it('serves each page from its file with the headers the composition gave it', async () => {
    await site.goLive()
    const { composition, folder } = await readLiveSite(site.folders)
    const lines = locationOf(await render(), '= "/about"')
    expect(lines).toContain(`alias "${folder}/pages/about/index.html";`)
    expect(lines).toContain('gzip_static on;')
    const headers = composition.pages['/about']?.headers ?? {}
    expect(Object.keys(headers)).toContain('content-security-policy')
    for (const [name, value] of Object.entries(headers))
      expect(lines).toContain(`add_header ${name} "${value}" always;`)
  })

  it('chooses a variant by the query, from known values only', async () => {
    await site.goLive()
    const text = await render()
    expect(locationOf(text, '= "/courses"')).toEqual([
      'if ($arg_category = "food") {',
      'rewrite ^ /_documents/courses:food last;',
      '}',
      'if ($arg_category = "health") {',
      'rewrite ^ /_documents/courses:health last;',
      '}',
      'rewrite ^ /_documents/courses last;',
    ])
    expect(locationOf(text, '= "/_documents/courses:food"')[0]).toBe('internal;')
  })

  it('D-21: answers unknown posts with the page for them and 404', async () => {
    await site.goLive()
    await site.publish(contentFixture())
    await site.activate({ content: 'latest' })
    const text = await render()
    expect(locationOf(text, '~ "^/blog/[A-Za-z0-9_-]+$"')).toEqual([
      'error_page 404 /_documents/blog.unknown;',
      'return 404;',
    ])
    expect(locationOf(text, '= "/_documents/blog.unknown"')[0]).toBe('internal;')
  })

  it('gives hashed files for good, and does not let anybody remember that one is missing', async () => {
    await site.goLive()
    const lines = locationOf(await render(), '^~ "/releases/shell/0.1.0/"')
    expect(lines).toContain('add_header cache-control "public, max-age=31536000, immutable";')
    expect(lines).toContain('error_page 404 = /_plain$uri;')
  })

  it('gives pictures of the SVG kind their own policy', async () => {
    await site.goLive()
    const lines = locationOf(await render(), '= "/favicon.svg"')
    expect(lines.join(' ')).toContain('sandbox;')
  })

  it('says that nothing is live yet', async () => {
    await expect(render()).rejects.toThrow('Nothing is live yet')
  })
})

describe('what nginx reads back', () => {
  it('is what was written', () => {
    expect(quote('a "b" \\c')).toBe('"a \\"b\\" \\\\c"')
    expect(literal('/a.b+c')).toBe('/a\\.b\\+c')
  })

  it.each(['a$b', 'a\nb'])('is never %j', (value) => {
    expect(() => quote(value)).toThrow('nginx cannot be given')
  })
})
