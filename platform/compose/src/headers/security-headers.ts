import { INLINE_STYLES, type PolicyHosts } from '@site/shared/release-policy'

export type Headers = Record<string, string>

/** Features that ask for permission; others need no denial, and each name costs bytes on every page. */
const permissions = ['camera', 'geolocation', 'microphone']

export function securityHeaders({ isSecure }: { isSecure: boolean }): Headers {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': permissions.map((name) => `${name}=()`).join(', '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // No `includeSubDomains`: sub-domains may belong to others.
    ...(isSecure && { 'strict-transport-security': 'max-age=63072000' }),
  }
}

export const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'"

export const isSecureAddress = (publicUrl: string): boolean => publicUrl.startsWith('https:')

export type PolicyParts = {
  /** Digests of the allowed inline scripts and styles, from releases and never from a document. */
  scripts: readonly string[]
  styles: readonly string[]
  siteHosts?: PolicyHosts | undefined
  pageHosts?: PolicyHosts | undefined
  /** Sources of this origin's scripts, with scheme and host; default: the whole origin. */
  scriptFolders?: readonly string[] | undefined
  trustedTypes: readonly string[]
  isEmbedded?: boolean | undefined
  isSecure: boolean
}

/** Builds a document's policy with digests of inline code: nonces would prevent caching. */
export function contentSecurityPolicy(parts: PolicyParts): string {
  const { siteHosts = {}, pageHosts = {}, isSecure } = parts
  // A hash would disable 'unsafe-inline' (CSP Level 3, 6.7.3.2).
  const styles = pageHosts['style-src']?.includes(INLINE_STYLES) ? [] : parts.styles
  // Fonts, media, connections and the manifest use `default-src`, which saves bytes on every page.
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': [...(parts.scriptFolders ?? ["'self'"]), ...quoted(parts.scripts)],
    'style-src': ["'self'", ...quoted(styles)],
    'img-src': ["'self'", 'data:'],
    // A forged service worker could answer for the whole site.
    'worker-src': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': [parts.isEmbedded ? "'self'" : "'none'"],
  }
  for (const [directive, hosts] of [siteHosts, pageHosts].flatMap((it) => Object.entries(it))) {
    directives[directive] = [...(directives[directive] ?? ["'self'"]), ...hosts]
  }
  const policy = Object.entries(directives).map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
  return [...policy, ...trustedTypes(parts), ...(isSecure ? ['upgrade-insecure-requests'] : [])].join(';')
}

/** Requires Trusted Types, except on pages with scripts of other hosts. */
function trustedTypes({ trustedTypes: names, pageHosts }: PolicyParts): string[] {
  if (pageHosts?.['script-src']?.length) return []
  return ["require-trusted-types-for 'script'", `trusted-types ${names.join(' ') || "'none'"}`]
}

const quoted = (digests: readonly string[]): string[] => [...new Set(digests)].map((digest) => `'${digest}'`)
