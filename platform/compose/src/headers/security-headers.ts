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
