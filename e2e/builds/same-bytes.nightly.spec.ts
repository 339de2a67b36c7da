import { rmSync } from 'node:fs'
import path from 'node:path'
import { browserPackages, nodePackages } from '../../scripts/lib/packages.mjs'
import { digestFolder } from '../support/evidence'
import { root } from '../support/site'
import { expect, test } from '../support/test'
import { buildElsewhere } from './build-elsewhere'
import { copies } from './copy-repository'

const elsewhere = path.join(copies, 'of another home')

test.afterAll(() => rmSync(elsewhere, { recursive: true, force: true }))

/**
 * Two clones of one commit had other numbers of modules, other names in maps and other places in `release.json`,
 * because their folders were called differently.
 */
test('all packages have the same bytes, whoever builds them, where, when and in which language', async () => {
  test.setTimeout(900_000)
  const folder = path.join(elsewhere, 'one/level/deeper/and another name')
  buildElsewhere(folder, path.join(elsewhere, 'home'))
  for (const name of [...browserPackages, ...nodePackages]) {
    const here = await digestFolder(path.join(root, name, 'dist'))
    expect(Object.keys(here).length, name).toBeGreaterThan(0)
    expect(await digestFolder(path.join(folder, name, 'dist')), name).toEqual(here)
  }
})
