import { spawnSync } from 'node:child_process'

/**
 * Installs a package of the system where that can be done without asking: as root on Debian.
 * @returns whether it is installed now
 */
export function installSystemPackage(name) {
  if (process.getuid?.() !== 0) return false
  console.log(`installing ${name}`)
  return apt('install', '-y', name) || (apt('update') && apt('install', '-y', name))
}

/** False also when there is no such program. */
function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}
