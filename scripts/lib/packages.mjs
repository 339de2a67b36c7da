import { readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

const readJson = (...names) => JSON.parse(readFileSync(path.join(root, ...names), 'utf8'))
/** @type {string[]} */
const released = readJson('lerna.json').packages

/** Installed by remotes in repositories of their own. */
export const libraries = ['shared', 'kit']
/** Host first. */
export const browserPackages = released.filter((name) => !libraries.includes(name))
export const nodePackages = ['platform/origin', 'platform/operator']

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

export function nameOnePackage({ positionals: [name, ...others] }) {
  const isKnown = others.length === 0 && browserPackages.includes(name)
  return isKnown ? undefined : `Name one package: ${browserPackages.join(', ')}`
}
