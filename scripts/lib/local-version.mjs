import { createHash } from 'node:crypto'
import { readPackage } from './packages.mjs'

/** In place of a version: the build is one for trying out. */
export const LOCAL = 'local'

/** A version for a build that is nobody's release: `1.4.0-local.h<digest of all the release says>`. */
export const versionByContent = (label) => (release) => {
  const hash = createHash('sha256').update(JSON.stringify(release)).digest('hex')
  return `${readPackage(release.package).version}-${label}.h${hash.slice(0, 8)}`
}
