import type { PriceListData } from '@site/shared/contracts/price-list'
import { totalsOf } from '@site/shared/money'
import type { PolicyHosts } from '@site/shared/release-policy'
import type { DocumentFacts, Link } from '../facts/document-facts'

/** Content that may run or load, from releases and grants, never from the page. */
export type AllowedContent = {
  scripts: ReadonlySet<string>
  styles: ReadonlySet<string>
  /** Address → integrity of files of the host, the page's own package and of its blocks' packages. */
  files: ReadonlyMap<string, string>
  hosts: PolicyHosts
  /** Placeholder `action` of React for a form with a function. */
  formAction: string | undefined
}

export type CheckedPage = {
  address: string
  /** Responsible module: `catalog/courses-page of catalog@1.6.0`. */
  owner: string
  facts: DocumentFacts
  htmlBytes: number
  scriptBytes: number
  priceList: PriceListData | undefined
  allowed: AllowedContent
  styles: readonly { href: string; css: string }[]
}

export type LinkedPage = Pick<CheckedPage, 'address' | 'owner'> & { facts: PageFacts }

export type LinkedSite = { pages: readonly LinkedPage[]; files: ReadonlySet<string>; publicUrl: string }

/** Rules that a person may suspend; see `docs/reference/page-content.md`. */
export const siteRules = ['links', 'headings', 'titles', 'prices', 'structured-data', 'markup', 'budgets'] as const
export type SiteRule = (typeof siteRules)[number]

/** Rules without exceptions: empty pages and undeclared active content. */
export const firmRules = ['content', 'policy'] as const
export const rules = [...siteRules, ...firmRules]
export type SiteViolation = {
  rule: (typeof rules)[number]
  address: string
  owner: string
  what: string
}

export type PageViolation = Pick<SiteViolation, 'rule' | 'what'>

export type PageFacts = {
  title: string
  links: readonly Link[]
  /** All links of the package, for kept documents. */
  linksOfPackage?: readonly Link[]
  ids: readonly string[]
  scripts: readonly string[]
  styles: readonly string[]
  violations: readonly PageViolation[]
}

export function pageFactsOf(
  { titles, links, ids, active }: DocumentFacts,
  violations: PageFacts['violations'],
): PageFacts {
  return {
    title: titles[0] ?? '',
    links: [...new Map(links.map((link) => [link.address, link])).values()],
    ids: [...ids],
    scripts: [...new Set(active.scripts.map(({ digest }) => digest))],
    styles: [...new Set(active.styles.map(({ digest }) => digest))],
    violations,
  }
}

/** In pounds, without and with VAT. */
export function listedPrices({ courses }: PriceListData): ReadonlySet<number> {
  return withVat(courses.flatMap(({ prices }) => prices))
}

export function pricesOfCourse({ courses }: PriceListData, name: string): ReadonlySet<number> | undefined {
  const course = courses.find(({ title }) => title === name)
  return course && withVat(course.prices)
}

function withVat(prices: readonly number[]): ReadonlySet<number> {
  return new Set([...prices, ...prices.map((price) => totalsOf([{ price, quantity: 1 }]).total)])
}
