import { isHost, nameOf, type Release } from '@platform/release/manifest/release'
import { INLINE_STYLES, type PolicyDirective, type PolicyHosts, policyDirectives } from '@site/shared/release-policy'
import type { GrantedHosts } from './site-settings'

export function findUngrantedHosts(releases: readonly Release[], granted: GrantedHosts = {}): string[] {
  return releases.flatMap((release) =>
    policyDirectives.flatMap((directive) => {
      const known = granted[release.package]?.[directive] ?? []
      const named = namedBy(release).flatMap(({ where, hosts }) =>
        (hosts[directive] ?? []).map((host) => ({ host, where })),
      )
      const missing = named.filter(({ host }) => !known.includes(host))
      return missing.length === 0 ? [] : [describe(release, directive, missing)]
    }),
  )
}

function namedBy(release: Release): { where: string; hosts: PolicyHosts }[] {
  const { contentSecurityPolicy, pages } = release
  const ofSite = isHost(release) && contentSecurityPolicy ? [{ where: 'every page', hosts: contentSecurityPolicy }] : []
  const ofPages = pages.flatMap(({ path, contentSecurityPolicy: hosts }) => (hosts ? [{ where: path, hosts }] : []))
  return [...ofSite, ...ofPages]
}

function describe(
  release: Release,
  directive: PolicyDirective,
  missing: readonly { host: string; where: string }[],
): string {
  const hosts = [...new Set(missing.map(({ host }) => host))]
  const where = [...new Set(missing.map((it) => it.where))].join(', ')
  const typed = hosts.map((host) => (host === INLINE_STYLES ? 'unsafe-inline' : host)).join(' ')
  return (
    `${nameOf(release)} would let ${where} reach ${hosts.join(', ')} (${directive}), which the site does not grant ` +
    `${release.package}. If it may: site hosts allow ${release.package} ${typed} --for ${directive}`
  )
}

export function withGrant(
  granted: GrantedHosts,
  name: string,
  directives: readonly PolicyDirective[],
  hosts: readonly string[],
): GrantedHosts {
  const before = granted[name] ?? {}
  const added = directives.map((it) => [it, [...new Set([...(before[it] ?? []), ...hosts])]] as const)
  return { ...granted, [name]: { ...before, ...Object.fromEntries(added) } }
}

export function withoutGrant(
  granted: GrantedHosts,
  name: string,
  directives: readonly PolicyDirective[],
  hosts: readonly string[],
): GrantedHosts {
  const { [name]: before = {}, ...others } = granted
  const kept = policyDirectives.flatMap((directive) => {
    const all = before[directive] ?? []
    const left = directives.includes(directive) ? all.filter((host) => !hosts.includes(host)) : all
    return left.length > 0 ? [[directive, left] as const] : []
  })
  return kept.length > 0 ? { ...others, [name]: Object.fromEntries(kept) } : others
}

/** One document shows pages of all packages. */
export function trustedTypesOf(releases: readonly Release[]): string[] {
  // Host first, so that the header does not depend on package names.
  const sorted = [...releases].sort((a, b) => Number(isHost(b)) - Number(isHost(a)))
  return sorted.flatMap(({ trustedTypes = [] }) => trustedTypes)
}

/** A foreign name could take the policy of another package. */
export function findForeignTypes(releases: readonly Release[]): string[] {
  return releases.flatMap((release) => {
    const { package: name, trustedTypes = [] } = release
    const foreign = isHost(release) ? [] : trustedTypes.filter((it) => it !== name && !it.startsWith(`${name}-`))
    return foreign.map(
      (it) => `${nameOf(release)} declares the Trusted Types policy "${it}". Call it "${name}" or "${name}-…".`,
    )
  })
}
