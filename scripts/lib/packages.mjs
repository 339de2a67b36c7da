import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

const readJson = (...names) => JSON.parse(readFileSync(path.join(root, ...names), 'utf8'))
/** @type {string[]} */
const released = readJson('lerna.json').packages

/** Host first. `shared` is versioned but travels inside these packages. */
export const browserPackages = released.filter((name) => name !== 'shared')
export const nodePackages = ['platform/origin', 'platform/operator']

export const LOCAL = 'local'

export const readPackage = (name) => readJson(name, 'package.json')

/**
 * Package name → its folder, for every package of the workspace.
 * @returns {Map<string, string>}
 */
export function workspaceFolders() {
  const links = Object.entries(readJson('package-lock.json').packages).filter(([, { link }]) => link)
  return new Map(links.map(([place, { resolved }]) => [place.replace('node_modules/', ''), resolved]))
}

export function installedPackages() {
  const names = Object.entries(readJson('package-lock.json').packages).filter(([, { link }]) => !link)
  return names.flatMap(([place]) => /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place)?.[1] ?? [])
}

/** Derives a trial version: `1.4.0-local.h<digest of its release.json>`. */
export const versionByContent = (label) => (release) => {
  const hash = createHash('sha256').update(JSON.stringify(release)).digest('hex')
  return `${readPackage(release.package).version}-${label}.h${hash.slice(0, 8)}`
}
