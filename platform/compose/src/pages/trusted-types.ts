import { nameOf } from '@platform/release/manifest/name-of'
import { isHost, type Release } from '@platform/release/manifest/release'

/** Names of all Trusted Types policies of a site: a document outlives the page it was opened at, so each allows them all. */
export function trustedTypesOf(releases: readonly Release[]): string[] {
  // The host's stand first, whatever the packages are called: the header is the same for the same site.
  const sorted = [...releases].sort((a, b) => Number(isHost(b)) - Number(isHost(a)))
  return sorted.flatMap(({ trustedTypes = [] }) => trustedTypes)
}

/** A remote's policies bear its name: it can take neither the host's nor another's. */
export function findForeignTypes(releases: readonly Release[]): string[] {
  return releases.flatMap((release) => {
    const { package: name, trustedTypes = [] } = release
    const foreign = isHost(release) ? [] : trustedTypes.filter((it) => it !== name && !it.startsWith(`${name}-`))
    return foreign.map(
      (it) => `${nameOf(release)} declares the Trusted Types policy "${it}". Call it "${name}" or "${name}-…".`,
    )
  })
}
