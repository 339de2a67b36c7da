import type { DocumentFacts, Link } from './document-facts'

/** What is kept of a document that was read once; a twentieth of {@link DocumentFacts}. */
export type PageFacts = {
  title: string
  /** Each address once. */
  links: readonly Link[]
  /** All links of the pages of its package, where they are known together. */
  linksOfPackage?: readonly Link[]
  ids: readonly string[]
  scripts: readonly string[]
  styles: readonly string[]
  /** What breaks a rule in the page itself, whatever the others are. */
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
