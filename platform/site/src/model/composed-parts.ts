import type { CompositionOutline } from '@platform/compose/composition/composition-outline'
import { shownFilesOf } from '@platform/compose/composition/read-document'

/** What has to be whole for visitors to get a composition: the files of its pages, by their digests, and its releases. */
export type ComposedParts = Pick<CompositionOutline, 'number' | 'releases'> & { files: readonly string[] }

/** @param shown a composition that visitors get: what both are made of is left out */
export function partsOf(composition: CompositionOutline, shown?: CompositionOutline): ComposedParts {
  const shared = new Set(shown && shownFilesOf(shown))
  const own = Object.entries(composition.releases).filter(
    ([name, { digest }]) => shown?.releases[name]?.digest !== digest,
  )
  return {
    number: composition.number,
    releases: Object.fromEntries(own),
    files: shownFilesOf(composition).filter((digest) => !shared.has(digest)),
  }
}
