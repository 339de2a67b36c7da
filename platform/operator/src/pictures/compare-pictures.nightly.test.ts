import { existsSync } from 'node:fs'
import path from 'node:path'
import type { SitePages } from '@platform/site/queries/changed-pages'
import { setUpSite } from '@platform/site/testing/test-site'
import { findBrowser } from './browser'
import { comparePictures } from './compare-pictures'

jest.setTimeout(120_000)
const program = findBrowser(process.env) ?? ''
const usable = `navigator.sendBeacon('/beacon', JSON.stringify({ kind: 'interactive', url: location.pathname }))`
const page = (script = usable, style = '', text = '£72') =>
  `<!doctype html><style>p { font: 20px sans-serif } ${style}</style><main><h1>Courses</h1><p>${text}</p><a href="/led"></a></main>` +
  `<script>setTimeout(() => { ${script} }, 3000)</script>`

const site = setUpSite(async () => {})

// Pages that were blank, hung, or showed other prices by style passed every check before visitors got them.
;(program ? it : it.skip)(
  'D5: a browser finds pages that are broken, or look different with the same text',
  async () => {
    const hangs = page('for (;;);')
    const fresh = {
      '/other-text': page(usable, '', '£73 and more'),
      '/prices': page(usable, 'p::before { content: "£27"; } p { font-size: 0 } p::before { font-size: 20px }'),
      '/wide': page(usable, 'p { width: 452px; white-space: nowrap }'),
      '/silent': page(''),
      '/throws': page(
        `${usable}; navigator.sendBeacon('/beacon', JSON.stringify({ kind: 'throw', url: location.pathname }))`,
      ),
      '/throws-later': page(
        `${usable}; onclick = (event) => {
          event.preventDefault()
          history.pushState({}, '', '/led')
          navigator.sendBeacon('/beacon', JSON.stringify({ kind: 'throw', url: '/led' }))
        }`,
      ),
      '/hangs': hangs,
    }
    const withAll = (of: (address: string) => string): SitePages => ({
      pages: new Map(Object.keys(fresh).map((address) => [address, of(address)])),
      releases: [],
    })
    const changed = {
      before: withAll((address) => (address === '/hangs' ? hangs : page())),
      after: withAll((address) => fresh[address as keyof typeof fresh]),
      withSameText: new Set(Object.keys(fresh).filter((it) => it !== '/other-text')),
    }
    const { compared, unseen } = await comparePictures(site.copy, program, changed)
    const doubts = compared.flatMap((it) => it.doubts.map((doubt) => `${it.address} ${it.width} ${doubt}`))
    const different = 'looks different, though its text is the same'
    expect(doubts).toEqual([
      `/prices 360 ${different}`,
      `/prices 1280 ${different}`,
      expect.stringMatching(/^\/wide 360 is 4\d\d px wide$/),
      '/silent 360 does not become usable',
      '/silent 1280 does not become usable',
      '/throws 360 reports "throw"',
      '/throws 1280 reports "throw"',
      '/throws-later 360 reports "throw"',
      '/throws-later 1280 reports "throw"',
    ])
    expect(unseen).toEqual(['/hangs'])
    expect(compared.map(({ share }) => share > 0).slice(0, 4)).toEqual([true, true, true, true])
    for (const file of compared.flatMap(({ files }) => files)) {
      expect(existsSync(path.join(site.copy.pictures, file))).toBe(true)
    }
  },
)
