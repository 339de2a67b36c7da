import { renderDocument, SCRIPT_POLICY } from './document'
import { STARTER } from './starter'

const parts = {
  head: '<title>Page</title>',
  body: '<p>Body</p>',
  config: {
    publicUrl: 'https://shop.example',
    shellVersion: '1.0.0',
    routes: [],
    menu: [],
    remotes: {},
    apiBase: '/api',
    sandbox: true,
  },
  styles: [{ href: '/assets/shell/main.0123456789ab.css', css: '@layer ui{a{color:red}}' }],
  startScripts: ['/vendor.js', '/main.js'],
  preloadScripts: ['/page.js'],
  integrity: {
    '/vendor.js': 'sha256-vendor',
    '/main.js': 'sha256-main',
    '/assets/shell/late.01234567.css': 'sha256-late',
  },
  noindex: false,
  structuredData: [],
}

describe('renderDocument', () => {
  it('P1: names layers before styles, and marks these for the chunk loader; what runs comes after the page', () => {
    const html = renderDocument(parts)
    const style = '<style data-href="/assets/shell/main.0123456789ab.css">@layer reset,tokens,ui,page;@layer ui{'
    const order = [style, parts.body, 'id="site-scripts"', SCRIPT_POLICY + STARTER].map((it) => html.indexOf(it))
    expect(order).not.toContain(-1)
    expect(order).toEqual([...order].sort((a, b) => a - b))
    expect(html.match(/<script>/g)).toHaveLength(1)
  })

  it('P3: leaves scripts, and styles that only they bring, to the starter with their integrity, and hints at none', () => {
    const late = { href: '/assets/shell/late.01234567.css', css: '.dialog{color:red}' }
    const html = renderDocument({ ...parts, styles: [...parts.styles, late] })
    expect(html).not.toContain(late.css)
    expect(html).not.toMatch(/<script[^>]*\ssrc=/)
    expect(html).not.toMatch(/rel="(module)?preload"[^>]*script/)
    const [, json = ''] = /id="site-scripts">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(json)).toMatchObject({
      styles: [{ href: late.href, integrity: 'sha256-late' }],
      start: [
        { src: '/vendor.js', integrity: 'sha256-vendor' },
        { src: '/main.js', integrity: 'sha256-main' },
      ],
    })
  })

  it('cannot be broken out of by data or styles', () => {
    const html = renderDocument({
      ...parts,
      config: { ...parts.config, apiBase: '</script><script>alert(1)</script>' },
      structuredData: [{ name: '</script><script>alert(2)</script>' }],
      styles: [{ href: '"><script>', css: 'a{content:"</style><script></STYLE><script>"}' }],
    })
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('data-href="&quot;&gt;&lt;script&gt;"')
    expect(html).not.toMatch(/<\/style><script>/i)
  })
})

type Policy = { createScriptURL: (address: string) => string | null }

function scriptAddress(address: string): string | null {
  const policies = new Map<string, Policy>()
  const trustedTypes = { createPolicy: (name: string, policy: Policy) => policies.set(name, policy) }
  new Function('globalThis', SCRIPT_POLICY)({ trustedTypes })
  const policy = policies.get('default')
  expect([...policies.keys()]).toEqual(['default'])
  expect(Object.keys(policy ?? {})).toEqual(['createScriptURL'])
  return policy?.createScriptURL(address) ?? null
}

it.each([
  '/assets/catalog/courses-page.01234567.js',
  '/assets/shell/main.01234567.js?1',
  // The federation runtime puts the origin before entries.
  `${location.origin}/assets/catalog/remote-entry.01234567.js`,
  '/sandbox/x.js',
])('lets files of releases be scripts as they are written: %s', (address) =>
  expect(scriptAddress(address)).toBe(address),
)

it.each([
  'https://evil.example/assets/x.js',
  '//evil.example/assets/x.js',
  'javascript:alert(1)',
  '/api/orders',
  `${location.origin}.evil.example/assets/x.js`,
  `https://evil.example/${location.origin}/assets/x.js`,
  '/assets/../sw.js',
  '/assets/a.js\n',
  '/assets/%2e%2e/sw.js',
  '\\\\evil.example\\assets\\x.js',
])('lets nothing else be one: %s', (address) => expect(scriptAddress(address)).toBeNull())

it('is nothing where browsers do not know Trusted Types', () => {
  expect(() => new Function('globalThis', SCRIPT_POLICY)({})).not.toThrow()
})
