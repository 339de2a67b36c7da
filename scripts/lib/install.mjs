import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { run } from '../../kit/lib/run.mjs'
import { root } from './packages.mjs'

export async function installIfNeeded() {
  const installed = path.join(root, 'node_modules/.package-lock.json')
  if (existsSync(installed) && isSuperset(readLock(installed), readLock(path.join(root, 'package-lock.json')))) return
  await run('npm', ['ci'])
}

function readLock(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** Ignores optional packages of other platforms, and workspaces, which are links without a version. */
function isSuperset(installed, wanted) {
  return Object.entries(wanted).every(
    ([key, { version, optional, peer }]) =>
      !key.startsWith('node_modules/') || optional || peer || (key in installed && installed[key].version === version),
  )
}
