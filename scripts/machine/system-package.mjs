import { spawnSync } from 'node:child_process'

/** Makes apt notice a missing network sooner. */
const PATIENCE = ['http', 'https'].flatMap((scheme) => ['-o', `Acquire::${scheme}::Timeout=20`])
/** Recommended packages include a desktop: three of four beside a browser. */
const INSTALL = ['install', '-y', '--no-install-recommends']

/**
 * Installs system packages, as root on Debian only.
 * @returns true if they are installed now
 */
export function installSystemPackage(...names) {
  if (process.getuid?.() !== 0) return false
  console.log(`installing ${names.join(', ')}`)
  return apt(...INSTALL, ...names) || (apt('update') && apt(...INSTALL, ...names))
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', [...PATIENCE, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}
