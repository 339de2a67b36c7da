import { readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

/** Packages released to visitors; the host first. */
export const browserPackages = ['shell', 'catalog', 'content', 'checkout']
export const nodePackages = ['origin']

export function readPackage(name) {
  return JSON.parse(readFileSync(path.join(root, name, 'package.json'), 'utf8'))
}
