import { SCRIPT_POLICY } from './script-policy'

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
  'data:text/javascript,alert(1)',
  'javascript:alert(1)',
  '/api/orders',
  `${location.origin}.evil.example/assets/x.js`,
  `https://evil.example/${location.origin}/assets/x.js`,
  '/assets/../sw.js',
  '/assets/a.js\n',
  '/assets\\evil.js',
  '/assets/%2e%2e/sw.js',
  '\\\\evil.example\\assets\\x.js',
])('lets nothing else be one: %s', (address) => expect(scriptAddress(address)).toBeNull())

it('is nothing where browsers do not know Trusted Types', () => {
  expect(() => new Function('globalThis', SCRIPT_POLICY)({})).not.toThrow()
})
