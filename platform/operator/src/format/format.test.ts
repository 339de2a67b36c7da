import { catalogFixture, type Fixture, hostFixture, pageBundle } from '@platform/release/testing/fixture-release'
import { diffSite } from '@platform/site/queries/diff-site'
import { setUpSite } from '@platform/site/testing/test-site'
import { formatDiff } from './format-diff'
import { formatVisits } from './format-status'
import { terminal } from './printable'

const site = setUpSite(async (live) => {
  await live.changeSettings({ hosts: { catalog: { 'img-src': ['https://maps.example'] } } })
  await live.goLive()
})

const [listing] = catalogFixture().pages ?? []
const listingWith = (more: object): Fixture => ({
  pages: [{ module: './courses-page', path: '/courses', ...listing, ...more }],
})
const page = (html: string) => ({ 'server/courses-page.cjs': pageBundle(`'${html}'`) })

async function diff(catalog: Fixture): Promise<string> {
  await site.publish(catalogFixture({ version: '0.2.0', ...catalog }))
  return formatDiff(await diffSite(site.store, ['live', 'catalog@0.2.0'], site.limits))
}

describe('what would change', () => {
  it('is nothing for visitors when the catalog was built anew, whatever its version and the hashes of its files', async () => {
    // A file that contains its version changes its hash and name with every build.
    for (const version of ['1.9.0', '1.10.0']) {
      const said = `/* {"version":"${version}"} */`
      const files = ['client/remote-entry.js', 'client/courses.js', 'client/courses.css']
      await site.publish(catalogFixture({ version, content: Object.fromEntries(files.map((file) => [file, said])) }))
    }
    const found = await diffSite(site.store, ['catalog@1.9.0', 'catalog@1.10.0'], site.limits)
    expect(found).toMatchObject({ changesForVisitors: false, pages: { added: [], gone: [], changed: [], same: 5 } })
    expect(found.releases).toEqual([{ package: 'catalog', before: '1.9.0', after: '1.10.0', parts: {} }])
    expect(formatDiff(found)).toBe(
      'catalog@1.9.0 → catalog@1.10.0: Nothing changes for visitors: 5 pages, all addresses, headers, scripts, styles, files and prices are the same\n' +
        'release catalog: 1.9.0 → 1.10.0\n  built anew, otherwise equal',
    )
  })

  const other = `'<h1 class="big">Courses at ' + url + ' with ' + require('react').version + '</h1>'`

  it.each<[string, Fixture, string[]]>([
    [
      'exactly the pages of a changed heading',
      { content: page('<h1>All <b>courses</b></h1><p>£<i>72</i></p><img src="/x.png" alt="A trainer">') },
      [
        ': 3 of the same addresses',
        '  text:\n    - Courses at /courses with 19.3.1\n    + All courses\n    + £72\n    + [A trainer]\n',
      ],
    ],
    [
      'a price, on the page and in the list',
      { content: page('<h1>Courses</h1>£139'), data: { courses: [{ id: 1, title: 'First Aid', prices: [139] }] } },
      ['  prices:\n    + £139\n', '  data:\n    - courses[id 1].duration\n    ~ courses[id 1].prices[0]'],
    ],
    [
      'a page for search engines',
      listingWith({ structuredData: [{ '@type': 'Thing', name: 'x' }] }),
      ['  structured data:\n    + @graph[0].@type: "Thing"\n    + @graph[0].name: "x"\n'],
    ],
    [
      'a host that a page may reach',
      listingWith({ contentSecurityPolicy: { 'img-src': ['https://maps.example'] } }),
      [': 3 of the same addresses', '    + img-src https://maps.example\n'],
    ],
    [
      'pages that go',
      { pages: [{ module: './courses-page', path: '/courses' }] },
      ['  - /courses?category=food\n  - /courses?category=health\npage /sitemap.xml (site'],
    ],
    [
      'styles',
      { content: { 'client/courses.css': '.courses{color:red}' } },
      [': 3 of the same addresses', '  styles:\n    ~ /assets/catalog/courses.css\n'],
    ],
    [
      'a script that the pages load, though they look the same',
      { content: { 'client/courses.js': '/* other */' } },
      ['  scripts:\n    ~ /assets/catalog/courses.js\n', '  files:\n    ~ client/courses.js'],
    ],
    [
      'a file',
      { content: { 'public/images/courses/1.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' } },
      [': 0 of the same addresses', '  files:\n    ~ public/images/courses/1.svg'],
    ],
    ['elements', { content: { 'server/courses-page.cjs': pageBundle(other) } }, ['  markup: elements or their attr']],
  ])('names %s', async (_what, catalog, lines) => {
    const said = await diff(catalog)
    for (const line of lines) expect(said).toContain(line)
  })

  it('compares compositions that are kept, and releases with each other', async () => {
    await site.publish(hostFixture({ version: '0.2.0' }))
    const found = await diffSite(site.store, ['1', 'shell@0.2.0'], site.limits)
    expect(found).toMatchObject({ changesForVisitors: false, releases: [{ package: 'shell', after: '0.2.0' }] })
    await expect(diffSite(site.store, ['live', '7'], site.limits)).rejects.toThrow('Composition 7 is not kept')
    await expect(diffSite(site.store, ['live', 'catalog'], site.limits)).rejects.toThrow('is nothing to compare')
    await expect(diffSite(site.store, ['live', 'catalog@9.9.9'], site.limits)).rejects.toThrow('not published')
  })
})

// A text in a release cleared the operator's screen.
it('shows no control character, and JSON says the same as before', () => {
  const log = jest.spyOn(console, 'log').mockImplementation(() => {})
  terminal.print('\u001b[2J\u009b\u202egnp\r\n\ttext')
  terminal.print(JSON.stringify('\u009b\u{e0001}'))
  const [[text], [json]] = log.mock.calls as [[string], [string]]
  expect([text, JSON.parse(json)]).toEqual(['\\u001b[2J\\u009b\\u202egnp\r\n\ttext', '\u009b\u{e0001}'])
  log.mockRestore()
})

it('says what visits met, each of those who could meet it, and no part of nothing', () => {
  const met = { visits: 120, interactive: 110.4, failed: 2.5, cart: 11, payment: 1, apiFailed: 0, slow: 0 }
  expect(formatVisits(met)).toBe(
    '120 visits; became interactive 110 (92.0 %), failed 3 (2.1 %), put something into the cart 11 (10.0 %), ' +
      'began a payment 1 (0.9 %), met an error of the API 0 (0.0 %), measured a web vital that is not good 0 (0.0 %)',
  )
  expect(formatVisits({ ...met, visits: 0 })).toMatch(/^0 visits; became interactive 110, failed 3,/)
})
