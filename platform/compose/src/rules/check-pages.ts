import { checkActiveContent } from './active-content-rules'
import { type CheckedPage, type CheckedSite, firmRules, type SiteViolation } from './checked-page'
import { createLinkCheck } from './links'
import { checkPage } from './page-rules'
import { checkStructuredData } from './structured-data'
import { checkStyles } from './style-rules'

/** Everything that is wrong with the finished pages of a site, each violation with its page and whose it is. */
export function checkPages(site: CheckedSite): SiteViolation[] {
  const checkLinks = createLinkCheck(site)
  const checkActive = checkActiveContent(site.publicUrl)
  const checks = [checkPage, checkStructuredData, checkLinks, checkActive, checkStyles(site.publicUrl)]
  const violations = site.pages.flatMap((page) =>
    checks
      .flatMap((check) => check(page))
      .map((violation) => ({
        ...violation,
        address: page.address,
        owner: page.owner,
      })),
  )
  return [...violations, ...doubledTitles(site.pages)]
}

function doubledTitles(pages: readonly CheckedPage[]): SiteViolation[] {
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

/** What stays the same of a violation from one release to the next, so that what was let pass once is not asked again. */
export function keyOfViolation({ rule, address, what }: SiteViolation): string {
  return `${rule} ${address} ${what}`
}

/** Whether nobody may let a violation of it pass. */
export function isFirm(rule: SiteViolation['rule']): rule is (typeof firmRules)[number] {
  return firmRules.some((it) => it === rule)
}

export function formatViolation({ rule, address, owner, what }: SiteViolation): string {
  return `page ${address} of ${owner} ${what}${isFirm(rule) ? '' : ` [${rule}]`}`
}

/** One line for each violation; the same one on several pages is said once, with the others' addresses. */
export function formatViolations(violations: readonly SiteViolation[]): string[] {
  const alike = new Map<string, SiteViolation[]>()
  for (const violation of violations) {
    const key = JSON.stringify([violation.rule, violation.owner, violation.what])
    alike.set(key, [...(alike.get(key) ?? []), violation])
  }
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const also = others.length === 0 ? '' : ` (also on ${others.map(({ address }) => address).join(', ')})`
    return [formatViolation(first) + also]
  })
}
