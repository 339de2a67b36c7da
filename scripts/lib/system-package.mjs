import { spawnSync } from 'node:child_process'

/** Away from the network this is how long it takes to notice. */
const PATIENCE = ['http', 'https'].flatMap((scheme) => ['-o', `Acquire::${scheme}::Timeout=20`])

/**
 * Installs packages of the system where that can be done without asking: as root on Debian.
 * @returns whether they are installed now
 */
export function installSystemPackage(...names) {
  if (process.getuid?.() !== 0) return false
  console.log(`installing ${names.join(', ')}`)
  return apt('install', '-y', ...names) || (apt('update') && apt('install', '-y', ...names))
}

/** False also when there is no such program. */
function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', [...PATIENCE, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}
