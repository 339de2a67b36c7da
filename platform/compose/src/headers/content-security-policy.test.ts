import { createHash } from 'node:crypto'
import { contentSecurityPolicy } from './content-security-policy'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const policyOf = (html: string) => contentSecurityPolicy(html, { isSecure: false })

describe('contentSecurityPolicy', () => {
  it('allows each inline script and style by its hash', () => {
    const policy = policyOf(
      '<style data-a="x>y">a{}</style><script>run()</script><SCRIPT type="module">more()</SCRIPT>',
    )
    expect(policy).toContain(`script-src 'self' ${hash('run()')} ${hash('more()')};`)
    expect(policy).toContain(`style-src 'self' ${hash('a{}')};`)
  })

  it('needs no hash for data and for scripts with an address', () => {
    const html = `<script type="application/json">{}</script><script type='application/ld+json'>{}</script><script defer src="/a.js"></script>`
    expect(policyOf(html)).toContain("script-src 'self';")
  })

  it('hashes what the browser sees after its parser has unified line ends', () => {
    expect(policyOf('<script>a\r\nb</script>')).toContain(hash('a\nb'))
  })

  it('names an equal script once', () => {
    const { length } = policyOf('<script>a</script><script>a</script>').split(hash('a'))
    expect(length).toBe(2)
  })

  it('adds the hosts of a page and asks for https only where it is served so', () => {
    const extraHosts = { 'script-src': ['https://js.example'], 'frame-src': ['https://frame.example'] }
    const policy = contentSecurityPolicy('', { extraHosts, isSecure: true })
    expect(policy).toContain("script-src 'self' https://js.example;")
    expect(policy).toContain("frame-src 'self' https://frame.example;")
    expect(policy).toMatch(/; upgrade-insecure-requests$/)
    expect(policyOf('')).not.toContain('upgrade-insecure-requests')
  })

  it('adds the hosts that every page may reach', () => {
    const siteHosts = { 'frame-src': ['https://map.example'] }
    const extraHosts = { 'frame-src': ['https://pay.example'] }
    expect(contentSecurityPolicy('', { siteHosts, isSecure: false })).toContain("frame-src 'self' https://map.example")
    const both = contentSecurityPolicy('', { siteHosts, extraHosts, isSecure: false })
    expect(both).toContain("frame-src 'self' https://map.example https://pay.example")
  })

  it('allows inline styles where a page asks for them, and then names no hash, which would forbid them again', () => {
    const html = '<style>a{}</style><script>b</script>'
    const policy = contentSecurityPolicy(html, { extraHosts: { 'style-src': ["'unsafe-inline'"] }, isSecure: false })
    expect(policy).toContain("style-src 'self' 'unsafe-inline';")
    expect(policy).toContain(`script-src 'self' ${hash('b')};`)
  })

  it('forbids framing, plug-ins, other bases and foreign forms', () => {
    for (const rule of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ])
      expect(policyOf('')).toContain(rule)
  })
})
