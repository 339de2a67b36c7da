import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import type { CompositionOutline } from './composition-outline'

/** What a composition says of its releases; one that was live before keeps the time it became so. */
export function nameReleases(
  releases: readonly VerifiedRelease[],
  createdAt: string,
  before: CompositionOutline | undefined,
): CompositionOutline['releases'] {
  return Object.fromEntries(
    releases.map(({ release, digest, signedBy }) => {
      const known = before?.releases[release.package]
      const liveSince = known?.digest === digest ? known.liveSince : createdAt
      return [release.package, { version: release.version, digest, liveSince, ...(signedBy && { signedBy }) }]
    }),
  )
}
