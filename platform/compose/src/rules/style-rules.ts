import { urlOf } from '@platform/base/address/url-of'
import type { CheckedPage, PageViolation } from './checked-page'

/** Whatever takes an address in CSS; what is written by escapes is unescaped first. */
const ADDRESS = /(?:url|src|image-set|image)\(\s*(?:"([^"]*)"|'([^']*)'|([^)"']*))/gi
const ESCAPE = /\\(?:([0-9a-f]{1,6})\s?|(.))/gis

/** What a style sheet would load from elsewhere; the policy of the page stops it too. */
export function checkStyles(publicUrl: string): (page: CheckedPage) => PageViolation[] {
  const site = new URL(publicUrl).origin
  return ({ styles, allowed: { hosts } }) =>
    styles.flatMap(({ href, css }) => {
      const text = css.replace(ESCAPE, (_, code?: string, char?: string) => (code ? character(code) : (char ?? '')))
      const granted = [hosts['img-src'], hosts['font-src'], hosts['style-src']].flatMap((it) => it ?? [])
      const foreign = [...text.matchAll(ADDRESS)]
        .map(([, double, single, bare]) => (double ?? single ?? bare ?? '').trim())
        .filter((address) => isForeign(address, site + href, site))
        .filter((address) => !granted.includes(new URL(address, site).origin))
      return [
        ...(/@import/i.test(text) ? ['another style sheet (@import)'] : []),
        ...foreign.map((address) => `${address.slice(0, 100)}, of another host`),
      ].map((what) => ({ rule: 'policy' as const, what: `has a style sheet, ${href}, that loads ${what}` }))
    })
}

function isForeign(address: string, base: string, site: string): boolean {
  const url = urlOf(address, base)
  return url !== undefined && url.protocol !== 'data:' && url.origin !== site
}

function character(code: string): string {
  const point = Number.parseInt(code, 16)
  return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : '\uFFFD'
}
