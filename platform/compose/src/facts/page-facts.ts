import { type Static, Type } from 'typebox'
import type { DocumentFacts } from './document-facts'

/**
 * What is kept of a document that was read once: all that the rules of a whole site need, and the digests that its policy
 * names. A twentieth of {@link DocumentFacts}.
 */
export const pageFactsSchema = Type.Object({
  /** The first one; '' without. */
  title: Type.String(),
  /** Address → by which element it is reached. */
  links: Type.Record(Type.String(), Type.String()),
  ids: Type.Array(Type.String()),
  /** Digests of its inline scripts and styles. */
  scripts: Type.Array(Type.String()),
  styles: Type.Array(Type.String()),
  /** What breaks a rule in the page itself, whatever the others are. */
  violations: Type.Array(Type.Object({ rule: Type.String(), what: Type.String() })),
})
export type PageFacts = Static<typeof pageFactsSchema>

/** @param violations what the rules for a single page found */
export function pageFactsOf(
  { titles, links, ids, active }: DocumentFacts,
  violations: PageFacts['violations'],
): PageFacts {
  return {
    title: titles[0] ?? '',
    links: Object.fromEntries(links.map(({ address, by }) => [address, by])),
    ids: [...ids],
    scripts: [...new Set(active.scripts.map(({ digest }) => digest))],
    styles: [...new Set(active.styles.map(({ digest }) => digest))],
    violations,
  }
}
