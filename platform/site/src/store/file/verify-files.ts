import { readBlob, verifyBlobs } from '@platform/compose/composition/blob-files'
import type { CompositionOutline } from '@platform/compose/composition/composition-outline'
import { verifyKeptRelease } from '@platform/release/folder-registry/releases'
import { partsOf } from '../../model/composed-parts'
import type { SiteCopy } from '../site-copy'

/**
 * @param shown what visitors get: what both are made of is not looked at
 * @throws Refusal naming the first file, of the pages or of the releases, that is missing or changed
 */
export async function verifyFiles(
  copy: SiteCopy,
  composition: CompositionOutline,
  shown?: CompositionOutline,
): Promise<void> {
  const parts = await partsOf((digest) => readBlob(copy, digest), composition, shown)
  const releases = Object.entries(parts.releases).map(([name, { version, digest }]) =>
    verifyKeptRelease(copy, name, version, digest),
  )
  await Promise.all([verifyBlobs(copy, parts.blobs), ...releases])
}
