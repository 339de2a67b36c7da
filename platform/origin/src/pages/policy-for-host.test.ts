import { makeRepresentation } from '../http/representation'
import { policyForHost } from './policy-for-host'

const publicUrl = 'https://shop.example'
const policy = `default-src 'self';script-src ${publicUrl}/assets/shell/ ${publicUrl}/assets/checkout/;base-uri 'none'`
const documentWith = (headers: Record<string, string>) =>
  makeRepresentation({
    ...{ type: 'text/html', etag: 'tag', cacheControl: 'no-cache', headers },
    bodies: { identity: Buffer.from('page'), gzip: Buffer.from('packed') },
  })
const isolated = documentWith({ 'content-security-policy': policy })
const policiesFor = (host: string | undefined, document = isolated) => {
  const { forms } = policyForHost(document, publicUrl, host)
  return Object.values(forms).flatMap(({ headers, notModified }) =>
    [headers, notModified].map((list) => list[list.indexOf('content-security-policy') + 1]),
  )
}

// Opened by an address of the local network, the checkout was a page without a single script.
describe('a page that takes scripts from named folders alone', () => {
  it.each(['127.0.0.1:3000', 'staging.example', '[::1]:3000'])('takes them from the same folders of %s', (host) => {
    const folders = ['shell', 'checkout'].map((name) => `${publicUrl}/assets/${name}/ https://${host}/assets/${name}/`)
    const expected = `default-src 'self';script-src ${folders.join(' ')};base-uri 'none'`
    expect(policiesFor(host)).toEqual([expected, expected, expected, expected])
  })

  it.each(['shop.example', undefined])('is as it is for %s', (host) => {
    expect(policyForHost(isolated, publicUrl, host)).toBe(isolated)
  })

  it.each(["evil.example 'unsafe-inline'", 'evil.example;script-src *', '*', 'evil.example/a', ''])(
    'has nothing of the header "%s" in its policy',
    (host) => {
      expect(policyForHost(isolated, publicUrl, host)).toBe(isolated)
    },
  )

  it('is one of few: a page that takes them from anywhere of its origin is left alone', () => {
    const usual = documentWith({ 'content-security-policy': "default-src 'self'" })
    expect(policyForHost(usual, publicUrl, '127.0.0.1')).toBe(usual)
    const bare = documentWith({})
    expect(policyForHost(bare, publicUrl, '127.0.0.1')).toBe(bare)
  })
})
