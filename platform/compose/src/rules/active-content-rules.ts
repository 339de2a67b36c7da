import { urlOf } from '@platform/base/address/url-of'
import type { PolicyDirective } from '@site/shared/release-policy'
import type { Reference, Use } from '../facts/active-content'
import type { AllowedContent, CheckedPage, PageViolation } from './checked-page'

/** Policy directive by use; other uses never allow another host. */
const directives: Partial<Record<Use, PolicyDirective>> = {
  font: 'font-src',
  form: 'form-action',
  frame: 'frame-src',
  image: 'img-src',
  media: 'media-src',
}
const LINK_PROTOCOLS = ['http:', 'https:', 'mailto:', 'tel:']

export function checkActiveContent(publicUrl: string): (page: CheckedPage) => PageViolation[] {
  return ({ address, facts: { active }, allowed }) => {
    const base = new URL(publicUrl).origin + address
    return [
      ...active.forbidden.map(({ why, element }) => ({ why, element })),
      ...undeclared(active.scripts, allowed.scripts, 'an inline script that the shell does not declare'),
      ...undeclared(active.styles, allowed.styles, 'an inline style that is no style sheet of the page'),
      ...active.references.flatMap((reference) => {
        const why = problemOf(reference, base, allowed)
        return why ? [{ why, element: reference.element }] : []
      }),
    ].map(({ why, element }) => ({ rule: 'policy', what: `has ${why}: ${element}` }))
  }
}

function undeclared(found: readonly { digest: string; element: string }[], declared: ReadonlySet<string>, why: string) {
  return found.filter(({ digest }) => !declared.has(digest)).map(({ element }) => ({ why, element }))
}

function problemOf(reference: Reference, base: string, allowed: AllowedContent): string | undefined {
  const { address, use } = reference
  if (use === 'form' && address === allowed.formAction) return undefined
  // Browsers ignore invalid addresses; the link rule reports them.
  const url = urlOf(address, base)
  if (!url) return undefined
  if (use === 'link') {
    return LINK_PROTOCOLS.includes(url.protocol) ? undefined : `a link by ${url.protocol}`
  }
  if (use === 'script' || use === 'style') return fileProblem(reference, url, base, allowed)
  if (use === 'image' && url.protocol === 'data:') return undefined
  if (url.origin === new URL(base).origin && /^https?:$/.test(url.protocol)) return undefined
  return hostProblem(use, url, allowed)
}

function fileProblem(
  { use, integrity, isRun }: Reference,
  url: URL,
  base: string,
  { files }: AllowedContent,
): string | undefined {
  const isOwn = url.origin === new URL(base).origin
  const known = isOwn ? files.get(url.pathname + url.search) : undefined
  if (known === undefined) return `a ${use} that is no file of the shell or of the page's package`
  if (integrity !== undefined && integrity !== known) return `a ${use} with another integrity than its file`
  return isRun && integrity === undefined ? `a ${use} without integrity` : undefined
}

function hostProblem(use: Use, url: URL, { hosts }: AllowedContent): string | undefined {
  const directive = directives[use]
  const granted = directive ? (hosts[directive] ?? []) : Object.values(hosts).flat()
  if (granted.some((host) => covers(host, url))) return undefined
  const whither = url.origin === 'null' ? url.protocol : url.origin
  return `a ${use} of ${whither}, which the site does not grant the page`
}

/** Matches like a policy: `https://*.paypal.com` covers sub-domains, not the host itself, and https alone. */
export function covers(host: string, { hostname, port, origin, protocol }: URL): boolean {
  if (protocol !== 'https:') return false
  if (!host.startsWith('https://*.')) return host === origin
  const { hostname: parent, port: wanted } = new URL(host.replace('*.', ''))
  return port === wanted && hostname.endsWith(`.${parent}`)
}
