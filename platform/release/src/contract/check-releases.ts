import semver from 'semver'
import { type HostRelease, isHost, isRemote, nameOf, type Release, type RemoteRelease } from '../manifest/release'
import { type ApiCalls, compareCalls } from './calls/compare-calls'
import { checkData } from './check-data'
import { compareBlocks, menuClashes, sharedPrefixes } from './compare-routes'
import { type ComparisonCache, compareTypes } from './types/compare-types'

export async function checkReleases(
  sets: readonly (readonly Release[])[],
  cache: ComparisonCache,
  accepted: ApiCalls,
): Promise<string[][]> {
  const pairs = sets.flatMap((releases, set) => pairsOf(releases).map((pair) => ({ ...pair, set })))
  const typeProblems = await compareTypes(pairs, cache)
  return sets.map((releases, set) => [
    ...checkCompatibility(releases),
    ...releases.flatMap((release) => compareCalls(release, accepted)),
    ...pairs.flatMap((pair, index) => (pair.set === set ? (typeProblems[index] ?? []) : [])),
  ])
}

function pairsOf(releases: readonly Release[]) {
  const [host, ...others] = releases.filter(isHost)
  if (!host || others.length > 0) return []
  return releases.filter(isRemote).map((remote) => ({ host, remote }))
}

export function checkCompatibility(releases: readonly Release[]): string[] {
  const hosts = releases.filter(isHost)
  const [host] = hosts
  if (!host || hosts.length > 1) return [`A site needs exactly one host, not ${hosts.length}`]
  const remotes = releases.filter(isRemote)
  return [
    ...sharedPrefixes([host, ...remotes]),
    ...menuClashes([host, ...remotes]),
    ...compareBlocks(releases),
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
  const { blocks = [], entry, exposes, files, kind, modules, pages } = release
  const assets = Object.values(modules).flatMap(({ scripts, styles }) => [...scripts, ...styles])
  const bundles = kind === 'host' ? ['index'] : exposes.map((module) => module.slice(2))
  const needed = [...[entry, ...assets].map((file) => `client/${file}`), ...bundles.map((name) => `server/${name}.cjs`)]
  const documents = Object.keys(files).filter((file) => file.startsWith('client/') && DOCUMENT.test(file))
  const missing = new Set(needed.filter((file) => !Object.hasOwn(files, file)))
  return [
    ...documents.map((file) => `${nameOf(release)} has the document ${file}, which would open beside the shell`),
    ...[...missing].map((file) => `${nameOf(release)} needs ${file}, which is not in the release`),
    ...pages
      .filter(({ module }) => !exposes.includes(module))
      .map(({ path, module }) => `${nameOf(release)} has the page ${path} of ${module}, which it does not expose`),
    ...blocks
      .filter(({ module }) => !exposes.includes(module))
      .map(({ module }) => `${nameOf(release)} has the block ${module}, which it does not expose`),
  ]
}

function pathClashes(releases: readonly Release[]): string[] {
  // Names that differ only in case look the same to a person, and to some file systems.
  const owners = new Map<string, string>()
  const spellings = new Map<string, string>()
  const clashes: string[] = []
  for (const release of releases) {
    for (const { path, kind } of addressesOf(release)) {
      const owner = owners.get(path.toLowerCase())
      if (owner) clashes.push(`${path} is taken by ${owner} and by ${nameOf(release)} (${kind})`)
      const why = whyNotFree(path)
      if (why) clashes.push(`${path} of ${nameOf(release)} (${kind}) ${why}`)
      const [, folder = ''] = path.split('/')
      const known = spellings.get(folder.toLowerCase()) ?? folder
      if (known !== folder) clashes.push(`${path} of ${nameOf(release)} (${kind}) differs from /${known} only in case`)
      owners.set(path.toLowerCase(), `${nameOf(release)} (${kind})`)
      spellings.set(folder.toLowerCase(), known)
    }
  }
  return [...clashes, ...releases.flatMap(fallbackProblems)]
}

/** A fallback answers all addresses directly below its folder that have no page. */
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

function compareConstants(releases: readonly Release[]): string[] {
  // Host first: the other releases are compared with it.
  const known = new Map<string, { value: unknown; release: Release }>()
  return [...releases]
    .sort((a, b) => Number(isHost(b)) - Number(isHost(a)))
    .flatMap((release) =>
      leavesOf(release.constants).flatMap(([name, value]) => {
        const first = known.get(name)
        if (!first) known.set(name, { value, release })
        if (!first || Object.is(first.value, value)) return []
        return [
          `${nameOf(release)} was built with ${name} ${JSON.stringify(value)}, ${nameOf(first.release)} with ` +
            `${JSON.stringify(first.value)}. Activate releases that were built with the same value in one step.`,
        ]
      }),
    )
}

function leavesOf(constants: object, prefix = ''): [name: string, value: unknown][] {
  return Object.entries(constants).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? leavesOf(value, `${prefix}${key}.`) : [[prefix + key, value]],
  )
}

/** Origin and well-known addresses (RFC 8615). Add new addresses of the origin or the API here first. */
const RESERVED = [
  '/.well-known',
  '/api',
  '/assets',
  '/beacon',
  '/composition.json',
  '/console',
  '/desk',
  '/dev',
  '/healthz',
  '/metrics',
  '/preview',
  '/readyz',
  '/robots.txt',
  '/sandbox',
  '/servez',
  '/site',
  '/sitemap.xml',
]

export function isReserved(path: string): boolean {
  const lower = path.toLowerCase()
  return RESERVED.some((root) => lower === root || lower.startsWith(`${root}/`))
}

/** Files that a browser opens as a page of their own. */
const DOCUMENT = /\.(?:[xs]?html?|xht|xml|xslt?|mht(?:ml)?|swf|htc|pdf)$/i
const RUNNING = /\.(?:[cm]?js|wasm|x?html?|xht|xml|xslt?|swf|jar|htc)$/i

/**
 * Explains why an address is reserved. A root script could become a worker for all pages; a root document would lack
 * the shell.
 */
function whyNotFree(path: string): string | undefined {
  if (isReserved(path)) return 'is an address of the origin itself'
  return RUNNING.test(path) ? 'could run beside the shell: scripts are browser files of a release' : undefined
}

function compareStyles(host: HostRelease, remote: RemoteRelease): string[] {
  const { styles: provided } = host.provides
  const { styles: required } = remote.requires
  return [
    ...missing(required.properties, provided.properties).map(
      ([name, place]) =>
        `${nameOf(remote)} uses var(${name}) without a fallback (${place}), but :root of ${nameOf(host)} does not ` +
        `define ${name}. Activate a shell that defines it, or give it a fallback.`,
    ),
    ...missing(required.layers, provided.layers).map(
      ([name, place]) =>
        `${nameOf(remote)} puts rules into the layer ${name} (${place}), which ${nameOf(host)} does not order; it has ` +
        `${provided.layers.join(', ')}. Use one of these.`,
    ),
  ]
}

function missing(required: Readonly<Record<string, string>>, provided: readonly string[]): [string, string][] {
  return Object.entries(required).filter(([name]) => !provided.includes(name))
}

function compareNames(host: HostRelease, remote: RemoteRelease): string[] {
  return Object.entries(remote.requires.names).flatMap(([request, names]) => {
    const exported = host.provides.names[request]
    if (!exported) {
      const [place] = Object.values(names)
      return [
        `${nameOf(remote)} uses ${request} (${place}), which ${nameOf(host)} does not share. Activate a shell with it.`,
      ]
    }
    return Object.entries(names)
      .filter(([name]) => !exported.includes(name))
      .map(
        ([name, place]) =>
          `${nameOf(remote)} uses ${name} of ${request} (${place}), which ${nameOf(host)} does not export; ` +
          `it exports ${listNames(exported)}. Activate a shell that exports ${name}, or build ${remote.package} without it.`,
      )
  })
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 12).join(', ')
  return names.length > 12 ? `${shown} and ${names.length - 12} more` : shown
}
