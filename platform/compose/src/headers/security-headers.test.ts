import { contentSecurityPolicy, type PolicyParts } from './security-headers'

const bare = { scripts: [], styles: [], trustedTypes: [], isSecure: false }
const policyOf = (parts: Partial<PolicyParts>) => contentSecurityPolicy({ ...bare, ...parts }).split(';')

const always = [
  "default-src 'self'",
  "img-src 'self' data:",
  "worker-src 'none'",
  "base-uri 'none'",
  "object-src 'none'",
]
const requireTypes = "require-trusted-types-for 'script'"
const [pay, map, js] = ['https://pay.example', 'https://map.example', 'https://js.example']

it.each<[string, Partial<PolicyParts>, string[]]>([
  [
    'closes all that nothing opens',
    {},
    ["script-src 'self'", "style-src 'self'", "frame-ancestors 'none'", requireTypes, "trusted-types 'none'"],
  ],
  [
    'names inline code once, hosts of the site and the page, declared policies, https, and its own frame',
    {
      scripts: ['sha256-a=', 'sha256-b=', 'sha256-a='],
      styles: ['sha256-c='],
      siteHosts: { 'frame-src': [map] },
      pageHosts: { 'frame-src': [pay] },
      trustedTypes: ['default', 'blog-text'],
      isEmbedded: true,
      isSecure: true,
    },
    [
      "script-src 'self' 'sha256-a=' 'sha256-b='",
      "style-src 'self' 'sha256-c='",
      "frame-ancestors 'self'",
      `frame-src 'self' ${map} ${pay}`,
      requireTypes,
      'trusted-types default blog-text',
      'upgrade-insecure-requests',
    ],
  ],
  // A hash would forbid inline styles again; a provider's script knows no trusted types.
  [
    'lets in folders of scripts, a provider’s script and inline styles',
    {
      scripts: ['sha256-b='],
      styles: ['sha256-c='],
      scriptFolders: ['https://shop.example/assets/shell/'],
      pageHosts: { 'script-src': [js], 'style-src': ["'unsafe-inline'"] },
      trustedTypes: ['default'],
    },
    [
      `script-src https://shop.example/assets/shell/ 'sha256-b=' ${js}`,
      "style-src 'self' 'unsafe-inline'",
      "frame-ancestors 'none'",
    ],
  ],
])('a policy %s', (_what, parts, more) => {
  expect(policyOf(parts).sort()).toEqual([...always, "form-action 'self'", ...more].sort())
})
