import { contentSecurityPolicy, type PolicyParts } from './security-headers'

const policyOf = (parts: Partial<PolicyParts> = {}) =>
  contentSecurityPolicy({ scripts: [], styles: [], trustedTypes: [], isSecure: false, ...parts })

const inline = { scripts: ['sha256-b='], styles: ['sha256-c='] }

describe('contentSecurityPolicy', () => {
  it.each<[string, Partial<PolicyParts>, string]>([
    [
      'a declared script once',
      { scripts: ['sha256-a=', 'sha256-b=', 'sha256-a='] },
      "script-src 'self' 'sha256-a=' 'sha256-b=';",
    ],
    ['a declared style', { styles: ['sha256-c='] }, "style-src 'self' 'sha256-c=';"],
    [
      'a host of the page',
      { pageHosts: { 'script-src': ['https://js.example'] } },
      "script-src 'self' https://js.example;",
    ],
    [
      'a host of the site',
      { siteHosts: { 'frame-src': ['https://map.example'] } },
      "frame-src 'self' https://map.example;",
    ],
    ['this site as the frame of an embedded page', { isEmbedded: true }, "frame-ancestors 'self';"],
    [
      'both',
      { siteHosts: { 'frame-src': ['https://map.example'] }, pageHosts: { 'frame-src': ['https://pay.example'] } },
      "frame-src 'self' https://map.example https://pay.example;",
    ],
    // A hash would forbid inline styles again.
    [
      'inline styles without a hash',
      { pageHosts: { 'style-src': ["'unsafe-inline'"] }, ...inline },
      "style-src 'self' 'unsafe-inline';",
    ],
    [
      'folders of scripts',
      { scriptFolders: ['https://shop.example/assets/shell/'], ...inline },
      "script-src https://shop.example/assets/shell/ 'sha256-b=';",
    ],
    ['no policy that makes markup', {}, ";require-trusted-types-for 'script';trusted-types 'none'"],
    ['declared policies', { trustedTypes: ['default', 'blog-text'] }, ';trusted-types default blog-text'],
    ['https where the site has it', { isSecure: true }, ';upgrade-insecure-requests'],
    ...[
      "default-src 'self'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "worker-src 'none'",
      "base-uri 'none'",
    ].map((rule): [string, Partial<PolicyParts>, string] => ['always', {}, `${rule};`]),
    ['no foreign forms', {}, "form-action 'self';"],
  ])('names %s', (_what, parts, rule) => expect(policyOf(parts)).toContain(rule))

  it('requires trusted types unless a page has scripts of other hosts, and https only where it is served so', () => {
    const pageHosts = { 'script-src': ['https://js.example'] }
    expect(policyOf({ pageHosts, trustedTypes: ['default'] })).not.toContain('trusted-types')
    expect(policyOf({ pageHosts: { 'img-src': ['https://a.example'] } })).toContain('require-trusted-types-for')
    expect(policyOf()).not.toContain('upgrade-insecure-requests')
  })
})
