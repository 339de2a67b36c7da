import type { CompositionOutline } from '@platform/compose/composition/composition-outline'
import { verifyDocuments } from '@platform/compose/composition/read-document'
import { verifyKeptRelease } from '@platform/release/folder-registry/releases'
import type { SiteCopy } from '../site-copy'

type Verified = Pick<CompositionOutline, 'releases' | 'packs' | 'indexPacks'>

/** @throws Refusal naming the first file, of the pages or of the releases, that is missing or changed */
export async function verifyFiles(copy: SiteCopy, composition: Verified): Promise<void> {
  const releases = Object.entries(composition.releases).map(([name, { version, digest }]) =>
    verifyKeptRelease(copy, name, version, digest),
  )
  await Promise.all([verifyDocuments(copy, composition), ...releases])
}
