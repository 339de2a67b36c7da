import semver from 'semver'
import { type HostRelease, isHost, isRemote, nameOf, type Release, type RemoteRelease } from '../manifest/release'
import { checkData } from './check-data'
import { compareConstants } from './compare-constants'
import { comparePages } from './compare-routes'
import { compareNames, compareStyles } from './compare-styles'
import { isReserved, whyNotFree } from './reserved-addresses'

export function checkCompatibility(releases: readonly Release[]): string[] {
  const hosts = releases.filter(isHost)
  const [host] = hosts
  if (!host || hosts.length > 1) return [`A site needs exactly one host, not ${hosts.length}`]
  const remotes = releases.filter(isRemote)
  return [
    ...comparePages(host, releases),
    ...remotes.flatMap((remote) => contractProblems(host, remote)),
    ...remotes.flatMap((remote) => sharedProblems(host, remote)),
    ...remotes.flatMap((remote) => compareNames(host, remote)),
    ...remotes.flatMap((remote) => compareStyles(host, remote)),
    ...releases.flatMap(releaseProblems),
    ...pathClashes(releases),
    ...compareConstants(releases),
    ...checkData(releases),
  ]
}

function contractProblems(host: HostRelease, remote: RemoteRelease): string[] {
  if (host.supports.includes(remote.contract)) return []
  return [
    `${nameOf(remote)} follows contract ${remote.contract}, but ${nameOf(host)} follows ${host.supports.join(', ')}. ` +
      'Build it anew with the shared modules of that shell.',
  ]
}

function sharedProblems(host: Release, remote: Release): string[] {
  return Object.entries(remote.shared).flatMap(([name, { range }]) => {
    const version = host.shared[name]?.version
    if (version === undefined) return [`${nameOf(remote)} needs ${name} ${range}, which ${nameOf(host)} does not share`]
    if (semver.satisfies(version, range, { includePrerelease: true })) return []
    return [`${nameOf(remote)} needs ${name} ${range}, but ${nameOf(host)} shares ${version}`]
  })
}

function releaseProblems(release: Release): string[] {
  const { entry, exposes, files, kind, modules, pages } = release
  const assets = Object.values(modules).flatMap(({ scripts, styles }) => [...scripts, ...styles])
  const bundles = kind === 'host' ? ['index'] : exposes.map((module) => module.slice(2))
  const needed = [...[entry, ...assets].map((file) => `client/${file}`), ...bundles.map((name) => `server/${name}.cjs`)]
  const missing = new Set(needed.filter((file) => !Object.hasOwn(files, file)))
  return [
    ...[...missing].map((file) => `${nameOf(release)} needs ${file}, which is not in the release`),
    ...pages
      .filter(({ module }) => !exposes.includes(module))
      .map(({ path, module }) => `${nameOf(release)} has the page ${path} of ${module}, which it does not expose`),
  ]
}

function pathClashes(releases: readonly Release[]): string[] {
  const owners = new Map<string, string>()
  const clashes: string[] = []
  for (const release of releases) {
    for (const { path, kind } of addressesOf(release)) {
      const owner = owners.get(path)
      if (owner) clashes.push(`${path} is taken by ${owner} and by ${nameOf(release)} (${kind})`)
      const why = whyNotFree(path)
      if (why) clashes.push(`${path} of ${nameOf(release)} (${kind}) ${why}`)
      owners.set(path, `${nameOf(release)} (${kind})`)
    }
  }
  return [...clashes, ...releases.flatMap(fallbackProblems)]
}

/** A fallback answers all addresses below its folder that have no page. */
function fallbackProblems(release: Release): string[] {
  return release.pages.flatMap(({ fallback }) =>
    fallback && isReserved(fallback.below)
      ? [`${fallback.below} of ${nameOf(release)} (fallback) is an address of the origin itself`]
      : [],
  )
}

function addressesOf({ pages, files }: Release) {
  const publicFiles = Object.keys(files).filter((file) => file.startsWith('public/'))
  return [
    ...pages.map(({ path }) => ({ path, kind: 'page' })),
    ...publicFiles.map((file) => ({ path: file.slice('public'.length), kind: 'public file' })),
  ]
}
