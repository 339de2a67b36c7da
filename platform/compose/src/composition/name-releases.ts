import type { VerifiedRelease } from '@platform/release/verify/verify-release'
import type { Composition } from './composition'

/** What a composition says of its releases; one that was live before keeps the time it became so. */
export function nameReleases(
  releases: readonly VerifiedRelease[],
  createdAt: string,
  before: Composition | undefined,
): Composition['releases'] {
  return Object.fromEntries(
    releases.map(({ release, digest, signedBy }) => {
      const known = before?.releases[release.package]
      const liveSince = known?.digest === digest ? known.liveSince : createdAt
      return [release.package, { version: release.version, digest, liveSince, ...(signedBy && { signedBy }) }]
    }),
  )
}
