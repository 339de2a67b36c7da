import type { Composition } from '@platform/compose/composition/composition'
import { fingerprintOf, type TeamKeys } from '@platform/release/verify/team-keys'

/** Fingerprints of every key that is not believed any more, whoever's it was. */
export function revokedKeys(keys: TeamKeys): string[] {
  const all = Object.values(keys).flat()
  return all.flatMap(({ key, state }) => (state === 'revoked' ? [fingerprintOf(key)] : [])).sort()
}

/**
 * The releases of a composition that are signed by a revoked key, each with the key. What was verified when it came in is not
 * verified again against the keys of today, except against these: a composition remembers who signed what it is made of.
 */
export function revokedReleases(composition: Pick<Composition, 'releases'>, keys: TeamKeys): string[] {
  const { releases } = composition
  return Object.entries(releases).flatMap(([name, { version, signedBy }]) =>
    isSignedByRevoked(composition, name, keys)
      ? [`${name}@${version} is signed by the key ${signedBy}, which was revoked`]
      : [],
  )
}

export function isSignedByRevoked({ releases }: Pick<Composition, 'releases'>, name: string, keys: TeamKeys): boolean {
  const signedBy = releases[name]?.signedBy
  return keys[name]?.some(({ key, state }) => state === 'revoked' && fingerprintOf(key) === signedBy) ?? false
}
