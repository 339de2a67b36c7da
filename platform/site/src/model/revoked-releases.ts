import type { Composition } from '@platform/compose/composition/composition'
import { fingerprintOf, type TeamKeys } from '@platform/release/verify/team-keys'

export function revokedKeys(keys: TeamKeys): string[] {
  const all = Object.values(keys).flat()
  return all.flatMap(({ key, state }) => (state === 'revoked' ? [fingerprintOf(key)] : [])).sort()
}

/** Compositions record the signing keys of their releases, so that a later revocation is noticed. */
export function revokedReleases(composition: Pick<Composition, 'releases'>, keys: TeamKeys): string[] {
  return Object.entries(composition.releases)
    .filter(([name]) => isSignedByRevoked(composition, name, keys))
    .map(([name, { version, signedBy }]) => `${name}@${version} is signed by the key ${signedBy}, which was revoked`)
}

export function isSignedByRevoked({ releases }: Pick<Composition, 'releases'>, name: string, keys: TeamKeys): boolean {
  const signedBy = releases[name]?.signedBy
  return keys[name]?.some(({ key, state }) => state === 'revoked' && fingerprintOf(key) === signedBy) ?? false
}
