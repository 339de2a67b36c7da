import type { Release } from '@platform/release/manifest/release'

const INTEGRITY = 'sha(?:256|384)-[A-Za-z0-9+/]{43,64}={0,2}'
const HASHED_FILE = /\.([0-9a-f]{4,32})\.[\w.]+$/
/** Shorter ones could be words; they are taken out of names of files alone. */
const SURE_LENGTH = 8

/**
 * Takes out of a text what is another in every release and says nothing to a visitor: versions, hashes in names of files,
 * digests of scripts. Only what these releases really have is taken out, so that nothing else can hide behind it.
 */
export function createNormaliser(releases: readonly Release[]): (text: string) => string {
  const replacements = new Map<string, string>()
  for (const { version, files } of releases) {
    replacements.set(`"version":"${version}"`, '"version":""')
    replacements.set(`"shellVersion":"${version}"`, '"shellVersion":""')
    for (const file of Object.keys(files)) {
      const hash = HASHED_FILE.exec(file)?.[1]
      if (!hash) continue
      replacements.set(`.${hash}.`, '.')
      if (hash.length >= SURE_LENGTH) replacements.set(hash, '')
    }
  }
  const known = [...replacements.keys()].sort((a, b) => b.length - a.length).map(escapePattern)
  const pattern = new RegExp(`${known.join('|')}|${INTEGRITY}`, 'g')
  return (text) => text.replace(pattern, (found) => replacements.get(found) ?? '')
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
