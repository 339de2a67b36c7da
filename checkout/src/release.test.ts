import manifest from './release'

const policyOf = (path: string) => {
  const page = manifest.pages.find((page) => page.path === path)
  return page && 'contentSecurityPolicy' in page ? page.contentSecurityPolicy : undefined
}

it('R6: publishes its four pages', () => {
  expect(manifest.pages.map(({ path }) => path)).toEqual(['/cart', '/login', '/signup', '/checkout'])
})

it('D-50: only the checkout may reach the providers', () => {
  expect(['/cart', '/login', '/signup'].map(policyOf)).toEqual([undefined, undefined, undefined])
  expect(Object.keys(policyOf('/checkout') ?? {})).toEqual([
    'script-src',
    'style-src',
    'frame-src',
    'connect-src',
    'img-src',
  ])
})

it('R140, R153: the checkout may reach the hosts of both providers, by https alone', () => {
  const { 'style-src': styles, ...others } = policyOf('/checkout') ?? {}
  expect(styles).toEqual(["'unsafe-inline'"])
  const hosts = Object.values(others).flat()
  for (const host of hosts) expect(host).toMatch(/^https:\/\/[\w*.]+\.(stripe|paypal|paypalobjects)\.com$/)
  expect(policyOf('/checkout')?.['connect-src']).toContain('https://api.stripe.com')
})
