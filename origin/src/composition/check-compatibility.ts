import semver from 'semver'
import type { Release } from '../registry/release'

/** Addresses the origin answers itself; no page or public file may take one. */
const RESERVED = [
  '/api',
  '/beacon',
  '/composition.json',
  '/dev',
  '/healthz',
  '/readyz',
  '/releases',
  '/robots.txt',
  '/sandbox',
  '/servez',
  '/sitemap.xml',
]

/** Every reason why these releases cannot be one site; an empty list when they can. */
export function checkCompatibility(releases: readonly Release[]): string[] {
  const hosts = releases.filter((release) => release.kind === 'host')
  const [host] = hosts
  if (!host || hosts.length > 1) return [`A site needs exactly one host, not ${hosts.length}`]
  const remotes = releases.filter((release) => release.kind === 'remote')
  return [
    ...missingModules(host, remotes),
    ...remotes.flatMap((remote) => contractFaults(host, remote)),
    ...remotes.flatMap((remote) => sharedFaults(host, remote)),
    ...releases.flatMap(releaseFaults),
    ...pathClashes(releases),
  ]
}

function missingModules(host: Release, remotes: readonly Release[]): string[] {
  const exposed = new Set(remotes.flatMap(({ package: name, exposes }) => exposes.map((it) => name + it.slice(1))))
  return host.requires
    .filter((module) => !exposed.has(module))
    .map((module) => `${nameOf(host)} routes to ${module}, which no live release exposes`)
}

function contractFaults(host: Release, remote: Release): string[] {
  if (remote.contract === host.contract) return []
  return [`${nameOf(remote)} follows contract ${remote.contract}, but ${nameOf(host)} follows ${host.contract}`]
}

function sharedFaults(host: Release, remote: Release): string[] {
  return Object.entries(remote.shared).flatMap(([name, { range }]) => {
    const version = host.shared[name]?.version
    if (version === undefined) return [`${nameOf(remote)} needs ${name} ${range}, which ${nameOf(host)} does not share`]
    if (semver.satisfies(version, range, { includePrerelease: true })) return []
    return [`${nameOf(remote)} needs ${name} ${range}, but ${nameOf(host)} shares ${version}`]
  })
}

function releaseFaults(release: Release): string[] {
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
      if (RESERVED.some((root) => path === root || path.startsWith(`${root}/`))) {
        clashes.push(`${path} of ${nameOf(release)} is an address of the origin itself`)
      }
      owners.set(path, `${nameOf(release)} (${kind})`)
    }
  }
  return clashes
}

function addressesOf({ pages, files }: Release) {
  const publicFiles = Object.keys(files).filter((file) => file.startsWith('public/'))
  return [
    ...pages.map(({ path }) => ({ path, kind: 'page' })),
    ...publicFiles.map((file) => ({ path: file.slice('public'.length), kind: 'public file' })),
  ]
}

export function nameOf({ package: name, version }: Release): string {
  return `${name}@${version}`
}
