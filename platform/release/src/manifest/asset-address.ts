import type { Release, ReleaseFile } from './release'

/** `blog-page.01234567.js`: the hash is the start of the SHA-256 of the content. */
const HASHED_NAME = /^(.+)\.([0-9a-f]{8,64})(\.[a-z0-9]+)$/
const CLIENT = 'client/'

/** Address of a browser file, named below `client/`. The same content has the same address in every release. */
export function assetAddress({ package: name }: Pick<Release, 'package'>, file: string): string {
  return `/assets/${name}/${file}`
}

/** Subresource Integrity value of a file: what a browser holds the bytes it gets against. */
export function integrityOf({ sha256 }: Pick<ReleaseFile, 'sha256'>): string {
  return `sha256-${Buffer.from(sha256, 'hex').toString('base64')}`
}

/** Address → integrity of all browser files of a release. */
export function integritiesOf(release: Pick<Release, 'package' | 'files'>): Map<string, string> {
  const files = Object.entries(release.files).filter(([file]) => file.startsWith(CLIENT))
  return new Map(files.map(([file, it]) => [assetAddress(release, file.slice(CLIENT.length)), integrityOf(it)]))
}

/** Files that scripts of the release ask for by themselves, without the hash → the hash in their names. */
export function namesForScripts({ modules, files }: Pick<Release, 'modules' | 'files'>): Record<string, string> {
  const started = new Set([...(modules['.']?.scripts ?? []), ...(modules['.']?.styles ?? [])])
  const named = Object.keys(files)
    .filter((file) => file.startsWith(CLIENT) && !started.has(file.slice(CLIENT.length)))
    .map((file) => HASHED_NAME.exec(file.slice(CLIENT.length)) ?? [])
  const hashes = named.map(([, name = '', hash = '', extension = '']) => [name + extension, hash] as const)
  // Not in the order of the files, which goes by the hashes: a changed one would change the source of every page.
  return Object.fromEntries(hashes.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The first browser file that does not bear its content's hash: its address could come to mean other bytes. */
export function findMisnamed({ files }: Pick<Release, 'files'>): string | undefined {
  const misnamed = Object.entries(files).find(([file, { sha256 }]) => {
    const hash = HASHED_NAME.exec(file)?.[2]
    return file.startsWith(CLIENT) && !(hash && sha256.startsWith(hash))
  })
  return misnamed?.[0]
}
