import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { browserPackages, nodePackages } from '../../scripts/lib/packages.mjs'
import { copies, copyRepository } from '../support/copies.mjs'
import { digestFolder } from '../support/evidence'
import { environment, root } from '../support/site'
import { expect, test } from '../support/test'

const SHIFTED_CLOCK = path.join(import.meta.dirname, 'shift-clock.cjs')

function buildElsewhere(folder: string, home: string): void {
  copyRepository(folder)
  mkdirSync(home, { recursive: true })
  const env = {
    ...environment,
    HOME: home,
    USER: 'somebody',
    LOGNAME: 'somebody',
    TMPDIR: home,
    TZ: 'Asia/Kathmandu',
    // Turkish has other capital letters for `i`.
    LANG: 'tr_TR.UTF-8',
    LC_ALL: 'tr_TR.UTF-8',
    NODE_OPTIONS: `--require "${SHIFTED_CLOCK}"`,
  }
  const build = ['-c', 'umask 077 && exec "$0" scripts/build.mjs', process.execPath]
  execFileSync('/bin/sh', build, { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] })
}

const elsewhere = path.join(copies, 'of another home')

test.afterAll(() => rmSync(elsewhere, { recursive: true, force: true }))

/** The folder's name once changed module numbers, map names and places in `release.json`. */
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
