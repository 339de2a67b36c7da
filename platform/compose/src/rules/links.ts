import { urlOf } from '@platform/base/address/url-of'
import { memoize } from '@platform/base/collections/collections'
import { isReserved } from '@platform/release/contract/check-releases'
import type { Link } from '../facts/document-facts'
import type { CheckedPage, LinkedPage, LinkedSite, PageViolation } from './checked-page'

/** `https:a` is relative to its page (URL Standard). */
const ABSOLUTE = /^(?:\/|https?:\/\/|(?!https?:)[a-z][a-z\d+.-]*:)/i
const OWN = /^#/

export function checkOwnAnchors({ facts: { links, ids } }: CheckedPage): PageViolation[] {
  const own = new Map(links.filter(({ address }) => OWN.test(address)).map((link) => [link.address, link]))
  return [...own.values()].flatMap((link) => {
    const anchor = decode(link.address.slice(1))
    return isTop(anchor) || ids.has(anchor) ? [] : [violation(link, withoutId(link.address, anchor))]
  })
}

export function createLinkCheck({
  pages,
  files,
  publicUrl,
}: LinkedSite): (page: Pick<LinkedPage, 'address' | 'facts'>) => PageViolation[] {
  const byAddress = new Map(pages.map((page) => [page.address, page]))
  const siteOrigin = new URL(publicUrl).origin
  const idsOf = memoize((page: LinkedPage): ReadonlySet<string> => new Set(page.facts.ids))
  const violationOfAbsolute = memoize((address: string) => findViolation('/', address))
  /** Per package: all its links work from every page. */
  const isSound = memoize((links: readonly Link[]) =>
    links.every(
      ({ address }) => OWN.test(address) || (ABSOLUTE.test(address) && violationOf('/', address) === undefined),
    ),
  )

  /** Finds a variant by its query, else the page by its path. */
  function findPage(path: string, query: string): LinkedPage | undefined {
    const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
    return byAddress.get(plain + query) ?? byAddress.get(plain)
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
    return isTop(anchor) || idsOf(target).has(anchor) ? undefined : withoutId(address, anchor)
  }

  function violationOf(from: string, address: string): string | undefined {
    if (byAddress.has(address) || OWN.test(address)) return undefined
    if (address.startsWith(siteOrigin) && byAddress.has(address.slice(siteOrigin.length))) return undefined
    return ABSOLUTE.test(address) ? violationOfAbsolute(address) : findViolation(from, address)
  }

  return ({ address: from, facts }) => {
    if (facts.linksOfPackage && isSound(facts.linksOfPackage)) return []
    return facts.links.flatMap((link) => {
      const found = violationOf(from, link.address)
      return found ? [violation(link, found)] : []
    })
  }
}

function violation({ by }: Link, to: string): PageViolation {
  return { rule: 'links', what: `leads (${by}) to ${to}: correct it, or bring that page` }
}

function withoutId(address: string, anchor: string): string {
  return `${address}, but that page has no element with the id "${anchor}"`
}

/** "top" exists on every page (HTML Living Standard, 7.4.6.3). */
const isTop = (anchor: string): boolean => anchor === '' || anchor === 'top'

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
