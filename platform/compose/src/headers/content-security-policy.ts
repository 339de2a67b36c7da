import { base64Digest } from '@platform/base/durable/digest'

/** A provider's script may need to write styles of its own; never allowed for scripts. */
const INLINE_STYLES = "'unsafe-inline'"

export type PolicyHosts = Readonly<Record<string, readonly string[]>>

const attributes = `(?:[^>"']|"[^"]*"|'[^']*')*`
const inlineBlock = new RegExp(`<(script|style)\\b(${attributes})>([\\s\\S]*?)</\\1\\s*>`, 'gi')
const hasSource = /\ssrc\s*=/i
/** `application/json`, `application/ld+json`: data, which no browser runs. */
const isData = /\stype\s*=\s*["']?[\w.+/-]*json\b/i

/**
 * The policy of one finished document: what it has inline is allowed by hash, so that an injected
 * script or style never runs, and a document can be cached (a nonce could not).
 * @param options `siteHosts` may be reached from every page, `extraHosts` from this one
 */
export function contentSecurityPolicy(
  html: string,
  options: { siteHosts?: PolicyHosts | undefined; extraHosts?: PolicyHosts; isSecure: boolean },
): string {
  const hashes = inlineHashes(html)
  // A hash would switch 'unsafe-inline' off again (CSP Level 3, 6.7.3.2).
  const styles = options.extraHosts?.['style-src']?.includes(INLINE_STYLES) ? [] : hashes.style
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes.script],
    'style-src': ["'self'", ...styles],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'media-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  for (const [directive, hosts] of [options.siteHosts ?? {}, options.extraHosts ?? {}].flatMap(
    Object.entries<readonly string[]>,
  )) {
    directives[directive] = [...(directives[directive] ?? ["'self'"]), ...hosts]
  }
  const policy = Object.entries(directives).map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
  return [...policy, ...(options.isSecure ? ['upgrade-insecure-requests'] : [])].join('; ')
}

function inlineHashes(html: string): { script: string[]; style: string[] } {
  const hashes = { script: new Set<string>(), style: new Set<string>() }
  for (const [, name, attributes = '', content = ''] of html.matchAll(inlineBlock)) {
    // Browsers hash what their parser sees, and it turns every line end into \n.
    const hash = `'${base64Digest('sha256', content.replace(/\r\n?/g, '\n'))}'`
    if (name?.toLowerCase() === 'style') hashes.style.add(hash)
    if (name?.toLowerCase() === 'script' && !hasSource.test(attributes) && !isData.test(attributes)) {
      hashes.script.add(hash)
    }
  }
  return { script: [...hashes.script], style: [...hashes.style] }
}
