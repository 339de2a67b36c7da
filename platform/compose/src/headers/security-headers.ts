import { INLINE_STYLES, type PolicyHosts } from '@site/shared/release-policy'

export const EVENTS_PATH = '/dev/events'
export const PAGE_SCRIPT_PATH = '/dev/page.js'

/** Development only: loads the page again when another composition is live, and shows what does not compile. */
export const reloadScript = `<script src="${PAGE_SCRIPT_PATH}" async></script>`

export type Headers = Record<string, string>

/** What a script could ask a visitor to allow. What needs no asking is not named: each name is sent with every page. */
const permissions = ['camera', 'geolocation', 'microphone']

/** Headers of every reply, whatever it holds; names are lower case. */
export function securityHeaders({ isSecure }: { isSecure: boolean }): Headers {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': permissions.map((name) => `${name}=()`).join(', '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Sub-domains are not ours to decide about.
    ...(isSecure && { 'strict-transport-security': 'max-age=63072000' }),
  }
}

/** For replies that are no pages: nothing in them may load or run anything. */
export const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'"

export function isSecureAddress(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}

export type PolicyParts = {
  /** Digests of the inline scripts and styles that may run; declared by releases, never taken from a document. */
  scripts: readonly string[]
  styles: readonly string[]
  /** Hosts that every page may reach, and those of this page. */
  siteHosts?: PolicyHosts | undefined
  pageHosts?: PolicyHosts | undefined
  /** Where scripts of this origin may come from, with scheme and host; anywhere on it where this does not say. */
  scriptFolders?: readonly string[] | undefined
  /** Names of the Trusted Types policies that scripts of the site create. */
  trustedTypes: readonly string[]
  isSecure: boolean
}

/** The policy of one document. Inline code is named by its digest: a document with a nonce could not be cached. */
export function contentSecurityPolicy(parts: PolicyParts): string {
  const { siteHosts = {}, pageHosts = {}, isSecure } = parts
  // A hash would switch 'unsafe-inline' off again (CSP Level 3, 6.7.3.2).
  const styles = pageHosts['style-src']?.includes(INLINE_STYLES) ? [] : parts.styles
  // Fonts, films, calls and the manifest follow from the default: what all pages say alike is sent with each of them.
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': [...(parts.scriptFolders ?? ["'self'"]), ...quoted(parts.scripts)],
    'style-src': ["'self'", ...quoted(styles)],
    'img-src': ["'self'", 'data:'],
    // Without it scripts of ours could be workers, and one of those answers for the whole site.
    'worker-src': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  for (const [directive, hosts] of [siteHosts, pageHosts].flatMap((it) => Object.entries(it))) {
    // No page of ours can be framed (`frame-ancestors`).
    const own = directive === 'frame-src' ? [] : ["'self'"]
    directives[directive] = [...(directives[directive] ?? own), ...hosts]
  }
  const policy = Object.entries(directives).map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
  return [...policy, ...trustedTypes(parts), ...(isSecure ? ['upgrade-insecure-requests'] : [])].join(';')
}

/** Text becomes script or markup only by a policy that a release declares; pages that run other hosts' scripts do without. */
function trustedTypes({ trustedTypes: names, pageHosts }: PolicyParts): string[] {
  if (pageHosts?.['script-src']?.length) return []
  return ["require-trusted-types-for 'script'", `trusted-types ${names.join(' ') || "'none'"}`]
}

function quoted(digests: readonly string[]): string[] {
  return [...new Set(digests)].map((digest) => `'${digest}'`)
}
