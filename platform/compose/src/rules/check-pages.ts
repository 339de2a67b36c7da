import { groupBy } from '@platform/base/collections/collections'
import { checkActiveContent } from './active-content-rules'
import {
  type CheckedPage,
  firmRules,
  type LinkedPage,
  type LinkedSite,
  type PageViolation,
  type SiteViolation,
} from './checked-page'
import { checkOwnAnchors, createLinkCheck } from './links'
import { checkPage, checkStyles } from './page-rules'
import { checkStructuredData } from './structured-data'

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

export function checkSite(site: LinkedSite): SiteViolation[] {
  const checkLinks = createLinkCheck(site)
  const violations = site.pages.flatMap((page) =>
    [...page.facts.violations, ...checkLinks(page)].map((violation) => ({
      ...violation,
      address: page.address,
      owner: page.owner,
    })),
  )
  return [...violations, ...doubledTitles(site.pages)]
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

/** Stable across releases, so that a person allows a violation once. */
export const keyOfViolation = ({ rule, address, what }: SiteViolation): string => `${rule} ${address} ${what}`

export function isFirm(rule: SiteViolation['rule']): rule is (typeof firmRules)[number] {
  return firmRules.some((it) => it === rule)
}

export function formatViolation({ rule, address, owner, what }: SiteViolation): string {
  return `page ${address} of ${owner} ${what}${isFirm(rule) ? '' : ` [${rule}]`}`
}

export function formatViolations(violations: readonly SiteViolation[]): string[] {
  const alike = groupBy(violations, ({ rule, owner, what }) => JSON.stringify([rule, owner, what]))
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const also = others.length === 0 ? '' : ` (also on ${others.map(({ address }) => address).join(', ')})`
    return [formatViolation(first) + also]
  })
}
