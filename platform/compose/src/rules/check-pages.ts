import type { CheckedPage, CheckedSite, SiteFault } from './checked-page'
import { createLinkCheck } from './links'
import { checkPage } from './page-rules'
import { checkStructuredData } from './structured-data'

/** Everything that is wrong with the finished pages of a site, each fault with its page and whose it is. */
export function checkPages(site: CheckedSite): SiteFault[] {
  const checkLinks = createLinkCheck(site)
  const faults = site.pages.flatMap((page) =>
    [...checkPage(page), ...checkStructuredData(page), ...checkLinks(page)].map((fault) => ({
      ...fault,
      address: page.address,
      owner: page.owner,
    })),
  )
  return [...faults, ...doubledTitles(site.pages)]
}

function doubledTitles(pages: readonly CheckedPage[]): SiteFault[] {
  const first = new Map<string, string>()
  return pages.flatMap(({ address, owner, facts }) => {
    const title = facts.titles[0] ?? ''
    const other = first.get(title)
    if (title === '') return []
    if (other === undefined) {
      first.set(title, address)
      return []
    }
    const what = `has the title "${title}", as ${other} has: nobody could tell them apart in a list of results`
    return [{ rule: 'titles' as const, address, owner, what }]
  })
}

/** What stays the same of a fault from one release to the next, so that what was let pass once is not asked again. */
export function keyOfFault({ rule, address, what }: SiteFault): string {
  return `${rule} ${address} ${what}`
}

export function formatFault({ rule, address, owner, what }: SiteFault): string {
  return `page ${address} of ${owner} ${what}${rule === 'content' ? '' : ` [${rule}]`}`
}

/** One line for each fault; the same one on several pages is said once, with the others' addresses. */
export function formatFaults(faults: readonly SiteFault[]): string[] {
  const alike = new Map<string, SiteFault[]>()
  for (const fault of faults) {
    const key = JSON.stringify([fault.rule, fault.owner, fault.what])
    alike.set(key, [...(alike.get(key) ?? []), fault])
  }
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const also = others.length === 0 ? '' : ` (also on ${others.map(({ address }) => address).join(', ')})`
    return [formatFault(first) + also]
  })
}
