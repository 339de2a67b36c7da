import { urlOf } from '@platform/base/address/url-of'
import { isReserved } from '@platform/release/contract/reserved-addresses'
import type { LinkedPage, LinkedSite, PageViolation } from './checked-page'

/** An address that means the same on every page. */
const ABSOLUTE = /^(?:\/|https?:\/\/)/i

/** Finds what a link on a page leads to; made once for the whole site. */
export function createLinkCheck({
  pages,
  files,
  publicUrl,
}: LinkedSite): (page: Pick<LinkedPage, 'address' | 'facts'>) => PageViolation[] {
  const byAddress = new Map(pages.map((page) => [page.address, page]))
  const siteOrigin = new URL(publicUrl).origin
  const idsOf = new Map<LinkedPage, ReadonlySet<string>>()
  /** What all pages link to is looked for once. */
  const known = new Map<string, string | undefined>()

  /** The page at an address, whatever else its query says; a variant is a page of its own. */
  function findPage(path: string, query: string): LinkedPage | undefined {
    const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
    return byAddress.get(plain + query) ?? byAddress.get(plain)
  }

  function hasId(page: LinkedPage, id: string): boolean {
    const ids = idsOf.get(page) ?? new Set(page.facts.ids)
    idsOf.set(page, ids)
    return ids.has(id)
  }

  function findViolation(from: string, address: string): string | undefined {
    const url = urlOf(address, siteOrigin + from)
    if (address === '' || !url) return `"${address}", which is no address`
    const { origin, protocol, pathname, search, hash } = url
    if (!/^https?:$/.test(protocol) || origin !== siteOrigin) return undefined
    const path = decode(pathname)
    const target = findPage(path, search)
    if (!target) return files.has(path) || isReserved(path) ? undefined : `${address}, where the site has nothing`
    const anchor = decode(hash.slice(1))
    // "top" is the beginning of every page (HTML Living Standard, 7.4.6.3).
    if (anchor === '' || anchor === 'top' || hasId(target, anchor)) return undefined
    return `${address}, but that page has no element with the id "${anchor}"`
  }

  function violationOf(from: string, address: string): string | undefined {
    // Most lead to a page just as it is written, or to something on the page itself.
    if (byAddress.has(address)) return undefined
    if (address.startsWith(siteOrigin) && byAddress.has(address.slice(siteOrigin.length))) return undefined
    if (address.startsWith('#') && byAddress.get(from)?.facts.ids.includes(address.slice(1))) return undefined
    if (!ABSOLUTE.test(address)) return findViolation(from, address)
    if (!known.has(address)) known.set(address, findViolation(from, address))
    return known.get(address)
  }

  return ({ address: from, facts: { links } }) =>
    links.flatMap(({ address, by }) => {
      const violation = violationOf(from, address)
      return violation ? [{ rule: 'links', what: `leads (${by}) to ${violation}: correct it, or bring that page` }] : []
    })
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
