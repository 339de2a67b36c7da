import type { PriceListData } from '@site/shared/contracts/price-list'
import type { PolicyHosts } from '@site/shared/release-policy'
import type { DocumentFacts } from '../facts/document-facts'
import type { PageFacts } from '../facts/page-facts'

/** What may run on a page and be loaded by it; made of releases and grants, and of nothing that stands in a page. */
export type AllowedContent = {
  scripts: ReadonlySet<string>
  /** Digests of the style sheets that are planned for the page, as they stand in it. */
  styles: ReadonlySet<string>
  /** Address → integrity: browser files of the host and of the page's own package. */
  files: ReadonlyMap<string, string>
  /** Hosts that the page's release names and the operator has granted. */
  hosts: PolicyHosts
  /** What React writes into a form that a function takes over. */
  formAction: string | undefined
}

/** One finished document and what a rule must know about it. */
export type CheckedPage = {
  address: string
  /** Who has to mend it: `catalog/courses-page of catalog@1.6.0`. */
  owner: string
  facts: DocumentFacts
  htmlBytes: number
  scriptBytes: number
  /** Of the package whose page it is; `undefined` when that sells nothing. */
  priceList: PriceListData | undefined
  allowed: AllowedContent
  styles: readonly { href: string; css: string }[]
}

/** A page as the others see it: read now, or when it was first made. */
export type LinkedPage = Pick<CheckedPage, 'address' | 'owner'> & { facts: PageFacts }

/** Everything that can be linked to beside pages, and what the pages know themselves by. */
export type LinkedSite = {
  pages: readonly LinkedPage[]
  /** Addresses of files at the root of the site: `/favicon.svg`. */
  files: ReadonlySet<string>
  publicUrl: string
}

/** What a person may let pass, once and with a reason; see `docs/reference/page-content.md`. */
export const siteRules = ['links', 'headings', 'titles', 'prices', 'structured-data', 'markup', 'budgets'] as const
export type SiteRule = (typeof siteRules)[number]

/** Nobody may let these pass: a page without anything to read, and one that could run or load what nobody declared. */
export const firmRules = ['content', 'policy'] as const
export type SiteViolation = {
  rule: SiteRule | (typeof firmRules)[number]
  address: string
  owner: string
  what: string
}

export type PageViolation = Pick<SiteViolation, 'rule' | 'what'>
