import type { ReadBlob } from '@platform/compose/composition/blob-files'
import { shownBlobsOf } from '@platform/compose/composition/composition'
import type { CompositionOutline } from '@platform/compose/composition/composition-outline'

/** Must be whole before visitors get a composition. */
export type ComposedParts = Pick<CompositionOutline, 'number' | 'releases'> & { blobs: readonly string[] }

export async function partsOf(
  read: ReadBlob,
  composition: CompositionOutline,
  shown?: CompositionOutline,
): Promise<ComposedParts> {
  const { packages, releases, number } = composition
  const sharedLists = new Set(Object.values(shown?.packages ?? {}).map(({ list }) => list))
  const ownPackages = Object.entries(packages).filter(([, { list }]) => !sharedLists.has(list))
  const own = { ...composition, packages: Object.fromEntries(ownPackages) }
  const shared = new Set(shown && (await shownBlobsOf(read, shown).catch(() => [])))
  const ownReleases = Object.entries(releases).filter(([name, { digest }]) => shown?.releases[name]?.digest !== digest)
  return {
    number,
    releases: Object.fromEntries(ownReleases),
    blobs: (await shownBlobsOf(read, own)).filter((digest) => !shared.has(digest)),
  }
}
