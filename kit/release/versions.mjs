import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

export const LOCAL = 'local'

export const readVersion = (directory) => JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8')).version

/** Derives a trial version: `1.4.0-local.h<digest of its release.json>`. */
export const versionByContent = (directory, label) => (release) => {
  const hash = createHash('sha256').update(JSON.stringify(release)).digest('hex')
  return `${readVersion(directory)}-${label}.h${hash.slice(0, 8)}`
}

export const digestOf = (dist) =>
  `sha256:${createHash('sha256')
    .update(readFileSync(path.join(dist, 'release.json')))
    .digest('hex')}`
