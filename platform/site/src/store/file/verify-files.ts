import { verifyPacks } from '@platform/compose/composition/pack-files'
import { verifyKeptRelease } from '@platform/release/folder-registry/releases'
import type { ComposedParts } from '../../model/composed-parts'
import type { SiteCopy } from '../site-copy'

/** @throws Refusal naming the first file, of the pages or of the releases, that is missing or changed */
export async function verifyFiles(copy: SiteCopy, parts: Omit<ComposedParts, 'number'>): Promise<void> {
  const releases = Object.entries(parts.releases).map(([name, { version, digest }]) =>
    verifyKeptRelease(copy, name, version, digest),
  )
  await Promise.all([verifyPacks(copy, parts.files), ...releases])
}
