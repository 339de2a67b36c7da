import type { PriceListData } from '@site/shared/contracts/price-list'
import type { DocumentFacts } from '../facts/document-facts'

/** One finished document and what a rule must know about it. */
export type CheckedPage = {
  /** With its query: `/courses?category=food`. */
  address: string
  /** Who has to mend it: `catalog/courses-page of catalog@1.6.0`. */
  owner: string
  facts: DocumentFacts
  /** Before compression. */
  htmlBytes: number
  scriptBytes: number
  /** Of the package whose page it is; `undefined` when that sells nothing. */
  priceList: PriceListData | undefined
}

/** Everything that can be linked to beside pages, and what the pages know themselves by. */
export type CheckedSite = {
  pages: readonly CheckedPage[]
  /** Addresses of files at the root of the site: `/favicon.svg`. */
  files: ReadonlySet<string>
  publicUrl: string
}

/** What a person may let pass, once and with a reason; see `docs/operating.md`. */
export const siteRules = ['links', 'headings', 'titles', 'prices', 'structured-data', 'markup', 'budgets'] as const
export type SiteRule = (typeof siteRules)[number]

/** `content`: a page without anything to read; nobody may let that pass. */
export type SiteViolation = { rule: SiteRule | 'content'; address: string; owner: string; what: string }

export type PageViolation = Pick<SiteViolation, 'rule' | 'what'>
