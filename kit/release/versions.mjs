import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

export const LOCAL = 'local'

export const sha256 = (content) => createHash('sha256').update(content).digest('hex')

export const readVersion = (directory) => JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8')).version

/** Derives a trial version: `1.4.0-local.h<digest of its release.json>`. */
export const versionByContent = (directory, label) => (release) =>
  `${readVersion(directory)}-${label}.h${sha256(JSON.stringify(release)).slice(0, 8)}`

export const digestOf = (dist) => `sha256:${sha256(readFileSync(path.join(dist, 'release.json')))}`
