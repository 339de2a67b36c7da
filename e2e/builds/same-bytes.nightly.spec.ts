import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { browserPackages, nodePackages } from '../../scripts/lib/packages.mjs'
import { root } from '../support/site'
import { expect, test } from '../support/test'
import { buildElsewhere } from './build-elsewhere'
import { copies } from './copy-repository'

const elsewhere = path.join(copies, 'of somebody else')

test.afterAll(() => rmSync(elsewhere, { recursive: true, force: true }))

/**
 * Two clones of one commit had other numbers of modules, other names in maps and other places in `release.json`,
 * because their folders were called differently.
 */
test('all packages have the same bytes, whoever builds them, where, when and in which language', () => {
  test.setTimeout(900_000)
  const folder = path.join(elsewhere, 'one/level/deeper/and another name')
  const { isOtherUser } = buildElsewhere(folder, path.join(elsewhere, 'home'))
  test.info().annotations.push({
    type: 'built by',
    description: isOtherUser ? 'two users' : 'one user with two home folders: only root can build as somebody else',
  })
  for (const name of [...browserPackages, ...nodePackages]) {
    const here = digestsOf(path.join(root, name, 'dist'))
    expect(Object.keys(here).length, name).toBeGreaterThan(0)
    expect(digestsOf(path.join(folder, name, 'dist')), name).toEqual(here)
  }
})

function digestsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  return Object.fromEntries(
    files.map((file) => [path.relative(folder, file), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  )
}
