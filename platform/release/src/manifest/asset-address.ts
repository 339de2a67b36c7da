import type { Release, ReleaseFile } from './release'

/** `blog-page.01234567.js`: the hash is a prefix of the content's SHA-256. */
const HASHED_NAME = /^(.+)\.([0-9a-f]{8,64})(\.[a-z0-9]+)$/
const CLIENT = 'client/'

export function assetAddress({ package: name }: Pick<Release, 'package'>, file: string): string {
  return `/assets/${name}/${file}`
}

function integrityOf({ sha256 }: Pick<ReleaseFile, 'sha256'>): string {
  return `sha256-${Buffer.from(sha256, 'hex').toString('base64')}`
}

export function integritiesOf(release: Pick<Release, 'package' | 'files'>): Map<string, string> {
  const files = Object.entries(release.files).filter(([file]) => file.startsWith(CLIENT))
  return new Map(files.map(([file, it]) => [assetAddress(release, file.slice(CLIENT.length)), integrityOf(it)]))
}

export function namesForScripts({ modules, files }: Pick<Release, 'modules' | 'files'>): Record<string, string> {
  const started = new Set([...(modules['.']?.scripts ?? []), ...(modules['.']?.styles ?? [])])
  const named = Object.keys(files)
    .filter((file) => file.startsWith(CLIENT) && !started.has(file.slice(CLIENT.length)))
    .map((file) => HASHED_NAME.exec(file.slice(CLIENT.length)) ?? [])
  const hashes = named.map(([, name = '', hash = '', extension = '']) => [name + extension, hash] as const)
  // Sorted by name: the order of hashes would change every page's source with one file.
  return Object.fromEntries(hashes.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Finds a browser file without its content's hash, whose address could get other bytes. */
export function findMisnamed({ files }: Pick<Release, 'files'>): string | undefined {
  const misnamed = Object.entries(files).find(
    ([file, { sha256 }]) => file.startsWith(CLIENT) && !hasContentHash(file, sha256),
  )
  return misnamed?.[0]
}

export const hasHashedName = (file: string): boolean => HASHED_NAME.test(file)

export function hasContentHash(file: string, sha256: string): boolean {
  const hash = HASHED_NAME.exec(file)?.[2]
  return hash !== undefined && sha256.startsWith(hash)
}
