import type { DocumentFacts, Link } from './document-facts'

export type PageFacts = {
  title: string
  links: readonly Link[]
  /** All links of the package, for kept documents. */
  linksOfPackage?: readonly Link[]
  ids: readonly string[]
  scripts: readonly string[]
  styles: readonly string[]
  violations: readonly { rule: string; what: string }[]
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
