import { sha256 } from '@platform/base/durable/digest'
import { catalogFixture, type Fixture, hostFixture, pageBundle } from '@platform/release/testing/fixture-release'
import { pageCalls } from '@site/shared/contracts/calls'
import { checkActivation } from '../queries/check-activation'
import { hostileReleases } from '../testing/hostile-pages'
import { createTestSite, type TestSite } from '../testing/test-site'

// Such releases rendered, went live and broke at the first click or payment.

let live: TestSite
let site: TestSite

beforeAll(async () => {
  live = await createTestSite()
  await live.goLive()
})
beforeEach(async () => {
  site = await live.duplicate()
})

afterEach(() => site.remove())
afterAll(() => live.remove())

const ui = '@site/shared/ui'
const types = (text: string) => ({
  entries: { [ui]: 'ui/index.d.ts' },
  files: { 'ui/index.d.ts': text },
  digest: sha256(text),
})
const noTypes = { entries: {}, files: {}, digest: sha256('') }
const noStyles = { properties: {}, layers: {} }
const dialog = 'export declare function Dialog(props: { title: string }): string\n'
const renamed = 'export declare function Dialog(props: { heading: string }): string\n'

const uses = (names: Record<string, string>, text = dialog): Fixture => ({
  requires: { names: { [ui]: names }, types: types(text), styles: noStyles },
})
const shares = (names: string[], text = dialog): Fixture =>
  hostFixture({
    version: '0.2.0',
    provides: {
      names: { react: ['useState'], [ui]: names },
      types: types(text),
      styles: { properties: [], layers: [] },
    },
  })
const courses = (prices: unknown) => ({ courses: [{ id: 1, title: 'First Aid', prices, duration: '1 Day' }] })
const showing = (html: string): Fixture => ({ content: { 'server/courses-page.cjs': pageBundle(`'${html}'`) } })

async function release(catalog: Fixture, host?: Fixture): Promise<unknown> {
  if (host) await site.publish(host)
  await site.publish(catalogFixture({ version: '0.2.0', ...catalog }))
  return site.activate({ catalog: '0.2.0', ...(host && { shell: '0.2.0' }) })
}

const location = 'catalog/src/courses/course-card.tsx:4'

describe('a release that does not fit is refused before a visitor can meet it', () => {
  it.each<[string, Fixture, Fixture | undefined, RegExp]>([
    [
      'a shared name that the live shell does not export',
      uses({ Notice: location }),
      shares(['Button', 'Dialog']),
      /catalog@0\.2\.0 uses Notice of @site\/shared\/ui \(catalog\/src\/courses\/course-card\.tsx:4\), which shell@0\.2\.0 does not export; it exports Button, Dialog\. Activate a shell that exports Notice/,
    ],
    [
      'a shared module that the shell does not share',
      uses({ Dialog: location }),
      undefined,
      /uses @site\/shared\/ui .* does not share/,
    ],
    [
      'a shared part whose type is another now',
      uses({ Dialog: location }),
      shares(['Dialog'], renamed),
      /catalog@0\.2\.0 uses Dialog of @site\/shared\/ui .* in shell@0\.2\.0 "heading" is required now/,
    ],
    [
      'a custom property nobody defines',
      {
        requires: {
          names: {},
          types: noTypes,
          styles: { ...noStyles, properties: { '--site-colour-new': 'catalog/src/a.module.css:3' } },
        },
      },
      undefined,
      /catalog@0\.2\.0 uses var\(--site-colour-new\) without a fallback \(catalog\/src\/a\.module\.css:3\), but :root of shell@0\.1\.0/,
    ],
    [
      'a layer nobody orders',
      {
        requires: {
          names: {},
          types: noTypes,
          styles: { ...noStyles, layers: { widgets: 'catalog/src/a.module.css:1' } },
        },
      },
      undefined,
      /puts rules into the layer widgets .* it has page/,
    ],
    [
      'a page without a route',
      { pages: [...(catalogFixture().pages ?? []), { module: './courses-page', path: '/offers' }] },
      undefined,
      /catalog@0\.2\.0 brings the page \/offers of \.\/courses-page, for which shell@0\.1\.0 has no route: it would be empty/,
    ],
    [
      'a page that the shell routes to another module',
      { pages: [...(catalogFixture().pages ?? []), { module: './courses-page', path: '/about' }] },
      undefined,
      /\/about of \.\/courses-page, but shell@0\.1\.0 routes it to shell\/about-page/,
    ],
    [
      'a route without a page',
      { pages: [] },
      undefined,
      /routes \/courses to catalog\/courses-page, but no release brings a page there/,
    ],
    [
      'a fallback that takes the API',
      { pages: [{ module: './courses-page', path: '/courses', fallback: { below: '/api/payments', status: 404 } }] },
      undefined,
      /\/api\/payments of catalog@0\.2\.0 \(fallback\) is an address of the origin itself/,
    ],
    [
      'a page that hides the metrics',
      { pages: [{ module: './courses-page', path: '/metrics' }] },
      undefined,
      /\/metrics of catalog@0\.2\.0 \(page\)/,
    ],
    [
      'a public file that hides the probe',
      { content: { 'public/servez': 'ok' } },
      undefined,
      /\/servez of catalog@0\.2\.0 \(public file\)/,
    ],
    [
      'a price list without prices',
      { data: courses([]) },
      undefined,
      /catalog@0\.2\.0 has a price list the API cannot use: data\/courses\/0\/prices/,
    ],
    ['no price list', { data: {} }, undefined, /price list the API cannot use: data/],
    [
      'a course twice',
      { data: { courses: [...courses([1]).courses, ...courses([2]).courses] } },
      undefined,
      /has course 1 twice/,
    ],
    [
      'a price on a page that nobody can pay',
      showing('<h1>Courses</h1>£1,249.50'),
      undefined,
      /\/courses of catalog\/courses-page \(catalog@0\.2\.0\) shows £1249\.5, which is in no course/,
    ],
    [
      'a page without content',
      showing('<span></span><style>a{}</style>'),
      undefined,
      /\/courses of catalog\/courses-page \(catalog@0\.2\.0\) has an empty <main>/,
    ],
    [
      'a field that the API does not know',
      {
        calls: {
          'POST /api/auth/login': {
            sends: {
              ...pageCalls['POST /api/auth/login'].accepts,
              properties: { email: { type: 'string' }, code: { type: 'string' } },
            },
            reads: {},
            readsRefusal: {},
          },
        },
      },
      undefined,
      /catalog@0\.2\.0 sends POST \/api\/auth\/login with the field "code" that is an unknown field, which the API refuses/,
    ],
  ])('%s', async (_what, catalog, host, reason) => {
    await expect(release(catalog, host)).rejects.toThrow(reason)
  })
})

describe('a release that fits goes live', () => {
  it.each<[string, Fixture, Fixture | undefined]>([
    [
      'with shared parts that grew',
      uses({ Dialog: location }),
      shares(['Dialog', 'Notice'], dialog.replace('string }', 'string; wide?: boolean }')),
    ],
    ['with a price of the list', showing('<h1>Courses</h1>£129.00'), undefined],
    [
      'with a contract that the shell still serves',
      { contract: 1 },
      { ...hostFixture({ version: '0.2.0' }), contract: 2, supports: [1, 2] },
    ],
  ])('%s', async (_what, catalog, host) => {
    expect(await release(catalog, host)).toMatchObject({ outcome: 'activated' })
  })
})

describe('a release that would get something onto a page is refused by name, and nothing changes', () => {
  it.each(Object.entries(hostileReleases))('%s', async (_name, { fixture, refusal }) => {
    const refusals: string[] = []
    const refusing = async (work: () => Promise<unknown>) => {
      await work().catch((error: Error) => refusals.push(error.message))
    }
    await refusing(() => site.publish(fixture))
    if (refusals.length === 0) {
      const { problems } = await checkActivation(site.copy, { catalog: '0.2.0' }, site.limits)
      expect(problems.join('\n')).toMatch(refusal)
      await refusing(() => site.activate({ catalog: '0.2.0' }))
    }
    expect(refusals.join('\n')).toMatch(refusal)
    expect(await site.copy.readPointer()).toMatchObject({ live: 1, history: [] })
  })
})
