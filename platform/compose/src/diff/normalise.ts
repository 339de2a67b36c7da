import type { Release } from '@platform/release/manifest/release'

const INTEGRITY = 'sha(?:256|384)-[A-Za-z0-9+/]{43,64}={0,2}'
const HASHED_FILE = /\.([0-9a-f]{4,32})\.[\w.]+$/
/** Shorter ones could be words; they are taken out of names of files alone. */
const SURE_LENGTH = 8

/** Removes versions, hashes in file names and digests of scripts from a text: those of these releases and no others. */
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
