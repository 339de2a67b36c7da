import { urlOf } from '@platform/base/address/url-of'
import { isReserved } from '@platform/release/contract/reserved-addresses'
import type { CheckedPage, CheckedSite, PageViolation } from './checked-page'

/** Finds what a link on a page leads to; made once for the whole site. */
export function createLinkCheck({ pages, files, publicUrl }: CheckedSite): (page: CheckedPage) => PageViolation[] {
  const byAddress = new Map(pages.map((page) => [page.address, page]))
  const siteOrigin = new URL(publicUrl).origin

  /** The page at an address, whatever else its query says; a variant is a page of its own. */
  function findPage(path: string, query: string): CheckedPage | undefined {
    const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
    return byAddress.get(plain + query) ?? byAddress.get(plain)
  }

  function violationOf(page: CheckedPage, address: string): string | undefined {
    const url = urlOf(address, siteOrigin + page.address)
    if (address === '' || !url) return `"${address}", which is no address`
    const { origin, protocol, pathname, search, hash } = url
    if (!/^https?:$/.test(protocol) || origin !== siteOrigin) return undefined
    const path = decode(pathname)
    const target = findPage(path, search)
    if (!target) return files.has(path) || isReserved(path) ? undefined : `${address}, where the site has nothing`
    const anchor = decode(hash.slice(1))
    // "top" is the beginning of every page (HTML Living Standard, 7.4.6.3).
    if (anchor === '' || anchor === 'top' || target.facts.ids.has(anchor)) return undefined
    return `${address}, but that page has no element with the id "${anchor}"`
  }

  return (page) => {
    const addresses = new Map(page.facts.links.map(({ address, by }) => [address, by]))
    return [...addresses].flatMap(([address, by]) => {
      const violation = violationOf(page, address)
      return violation ? [{ rule: 'links', what: `leads (${by}) to ${violation}: correct it, or bring that page` }] : []
    })
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
