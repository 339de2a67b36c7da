import { contentSecurityPolicy, type PolicyParts } from './security-headers'

const policyOf = (parts: Partial<PolicyParts> = {}) =>
  contentSecurityPolicy({ scripts: [], styles: [], trustedTypes: [], isSecure: false, ...parts })

describe('contentSecurityPolicy', () => {
  it('names each declared script and style by its digest, and an equal one once', () => {
    const policy = policyOf({ scripts: ['sha256-a=', 'sha256-b=', 'sha256-a='], styles: ['sha256-c='] })
    expect(policy).toContain("script-src 'self' 'sha256-a=' 'sha256-b=';")
    expect(policy).toContain("style-src 'self' 'sha256-c=';")
  })

  it('adds the hosts of a page and asks for https only where it is served so', () => {
    const pageHosts = { 'script-src': ['https://js.example'], 'frame-src': ['https://frame.example'] }
    const policy = policyOf({ pageHosts, isSecure: true })
    expect(policy).toContain("script-src 'self' https://js.example;")
    expect(policy).toContain('frame-src https://frame.example;')
    expect(policy).toMatch(/;upgrade-insecure-requests$/)
    expect(policyOf()).not.toContain('upgrade-insecure-requests')
  })

  it('adds the hosts that every page may reach', () => {
    const siteHosts = { 'frame-src': ['https://map.example'] }
    const pageHosts = { 'frame-src': ['https://pay.example'] }
    expect(policyOf({ siteHosts })).toContain('frame-src https://map.example')
    expect(policyOf({ siteHosts, pageHosts })).toContain('frame-src https://map.example https://pay.example')
  })

  it('allows inline styles where a page may have them, and then names no hash, which would forbid them again', () => {
    const pageHosts = { 'style-src': ["'unsafe-inline'"] }
    const policy = policyOf({ pageHosts, scripts: ['sha256-b='], styles: ['sha256-c='] })
    expect(policy).toContain("style-src 'self' 'unsafe-inline';")
    expect(policy).toContain("script-src 'self' 'sha256-b=';")
  })

  it('names the folders that scripts may come from where not all of this origin may', () => {
    const policy = policyOf({ scriptFolders: ['https://shop.example/assets/shell/'], scripts: ['sha256-b='] })
    expect(policy).toContain("script-src https://shop.example/assets/shell/ 'sha256-b=';")
  })

  it('has no text become a script or markup but by the declared policies', () => {
    expect(policyOf()).toContain(";require-trusted-types-for 'script';trusted-types 'none'")
    expect(policyOf({ trustedTypes: ['default', 'blog-text'] })).toMatch(/;trusted-types default blog-text$/)
  })

  it('leaves scripts of other hosts, which know none of those policies, their own way', () => {
    const policy = policyOf({ pageHosts: { 'script-src': ['https://js.example'] }, trustedTypes: ['default'] })
    expect(policy).not.toContain('trusted-types')
    expect(policyOf({ pageHosts: { 'img-src': ['https://a.example'] } })).toContain('require-trusted-types-for')
  })

  it('forbids framing, plug-ins, workers, other bases and foreign forms', () => {
    for (const rule of [
      "default-src 'self'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "worker-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ])
      expect(policyOf()).toContain(rule)
  })
})
