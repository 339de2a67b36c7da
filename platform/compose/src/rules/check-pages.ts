import { checkActiveContent } from './active-content-rules'
import {
  type CheckedPage,
  firmRules,
  type LinkedPage,
  type LinkedSite,
  type PageViolation,
  type SiteViolation,
  siteRules,
} from './checked-page'
import { checkOwnAnchors, createLinkCheck } from './links'
import { checkPage, checkStyles } from './page-rules'
import { checkStructuredData } from './structured-data'

/** What is wrong with a page, whatever the others are; made once for the whole site. */
export function createPageCheck(publicUrl: string): (page: CheckedPage) => PageViolation[] {
  const checks = [
    checkPage,
    checkOwnAnchors,
    checkStructuredData,
    checkActiveContent(publicUrl),
    checkStyles(publicUrl),
  ]
  return (page) => checks.flatMap((check) => check(page))
}

/** Everything that is wrong with the finished pages of a site, each violation with its page and owner. */
export function checkSite(site: LinkedSite): SiteViolation[] {
  const checkLinks = createLinkCheck(site)
  const violations = site.pages.flatMap((page) =>
    [...page.facts.violations.flatMap(knownViolation), ...checkLinks(page)].map((violation) => ({
      ...violation,
      address: page.address,
      owner: page.owner,
    })),
  )
  return [...violations, ...doubledTitles(site.pages)]
}

const rules = [...siteRules, ...firmRules]

/** What was kept is of this program: its key says so. */
function knownViolation({ rule: name, what }: { rule: string; what: string }): PageViolation[] {
  const rule = rules.find((it) => it === name)
  if (!rule) throw new Error(`There is no rule "${name}"`)
  return [{ rule, what }]
}

function doubledTitles(pages: readonly LinkedPage[]): SiteViolation[] {
  const first = new Map<string, string>()
  return pages.flatMap(({ address, owner, facts: { title } }) => {
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
