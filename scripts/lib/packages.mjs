import { readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

const { packages } = JSON.parse(readFileSync(path.join(root, 'lerna.json'), 'utf8'))

/** Packages released to visitors; the host first. `shared` is versioned, but travels inside of them. */
export const browserPackages = packages.filter((name) => name !== 'shared')
/** Programs that run on servers: the origin, and the operator's command. */
export const nodePackages = ['platform/origin', 'platform/operator']

export function readPackage(name) {
  return JSON.parse(readFileSync(path.join(root, name, 'package.json'), 'utf8'))
}

/** The folder of each package of the workspace by its name, as npm links them. */
export function workspaceFolders() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const links = Object.entries(packages).filter(([, { link }]) => link)
  return new Map(links.map(([place, { resolved }]) => [place.replace('node_modules/', ''), resolved]))
}
