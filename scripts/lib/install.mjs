import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './packages.mjs'
import { run } from './run.mjs'

/** Installs what the lock file names, unless it is installed already. */
export async function installIfNeeded() {
  const installed = path.join(root, 'node_modules/.package-lock.json')
  if (existsSync(installed) && isSuperset(readLock(installed), readLock(path.join(root, 'package-lock.json')))) return
  await run('npm', ['ci'])
}

function readLock(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** Optional packages of other platforms are never installed; a workspace is a link, which has no version. */
function isSuperset(installed, wanted) {
  return Object.entries(wanted).every(
    ([key, { version, optional, peer }]) =>
      !key.startsWith('node_modules/') || optional || peer || (key in installed && installed[key].version === version),
  )
}
