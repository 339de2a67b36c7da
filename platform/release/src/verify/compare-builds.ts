import type { Release } from '../manifest/release'
import { RELEASE_FILE } from '../manifest/release-file'
import type { VerifiedRelease } from './verify-release'

export type FileDifference = {
  file: string
  published?: string
  built?: string
  /** Name of the built file when its hash differs. */
  builtAs?: string
  /** First differing value of `release.json`. */
  value?: ValueDifference
}

type ValueDifference = {
  /** JSON pointer (RFC 6901). */
  pointer: string
  published?: string
  built?: string
}

type Compared = Pick<VerifiedRelease, 'release' | 'digest'>

const HASH_IN_NAME = /\.[0-9a-f]{8,64}(?=\.[a-z0-9]+(?:\.map)?$)/

/** Lists differing files; reports `release.json` only when all listed files match. */
export function compareBuilds(published: Compared, built: Compared): FileDifference[] {
  if (published.digest === built.digest) return []
  const differences = compareFiles(published.release.files, built.release.files)
  if (differences.length > 0) return differences
  const value = findOtherValue(published.release, built.release)
  return [{ file: RELEASE_FILE, published: published.digest, built: built.digest, ...(value && { value }) }]
}

function compareFiles(published: Release['files'], built: Release['files']): FileDifference[] {
  const added = new Set(Object.keys(built).filter((file) => !Object.hasOwn(published, file)))
  const found = Object.entries(published).flatMap(([file, { sha256, bytes }]): FileDifference[] => {
    const same = Object.hasOwn(built, file) ? built[file] : undefined
    if (same)
      return same.sha256 === sha256 && same.bytes === bytes ? [] : [{ file, published: sha256, built: same.sha256 }]
    const renamed = [...added].find((it) => withoutHash(it) === withoutHash(file))
    if (renamed === undefined) return [{ file, published: sha256 }]
    added.delete(renamed)
    return [{ file, published: sha256, built: built[renamed]?.sha256 ?? '', builtAs: renamed }]
  })
  const more = [...added].map((file) => ({ file, built: built[file]?.sha256 ?? '' }))
  return [...found, ...more].sort((a, b) => (a.file < b.file ? -1 : 1))
}

const withoutHash = (file: string): string => file.replace(HASH_IN_NAME, '')

function findOtherValue(published: unknown, built: unknown, pointer = ''): ValueDifference | undefined {
  if (!isNode(published) || !isNode(built) || Array.isArray(published) !== Array.isArray(built)) {
    return JSON.stringify(published) === JSON.stringify(built) ? undefined : describeValues(published, built, pointer)
  }
  for (const key of new Set([...Object.keys(published), ...Object.keys(built)])) {
    const other = findOtherValue(own(published, key), own(built, key), `${pointer}/${escapeKey(key)}`)
    if (other) return other
  }
  return undefined
}

function describeValues(published: unknown, built: unknown, pointer: string): ValueDifference {
  return {
    pointer,
    ...(published !== undefined && { published: JSON.stringify(published) }),
    ...(built !== undefined && { built: JSON.stringify(built) }),
  }
}

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function own(node: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(node, key) ? node[key] : undefined
}

const escapeKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')
