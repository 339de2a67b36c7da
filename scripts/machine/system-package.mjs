import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'

/** Makes apt notice a missing network sooner. */
const PATIENCE = ['http', 'https'].flatMap((scheme) => ['-o', `Acquire::${scheme}::Timeout=20`])
/** Recommended packages include a desktop: three of four beside a browser. */
const INSTALL = ['install', '-y', '--no-install-recommends']

/** Packages ask this file before they start a service (invoke-rc.d(8)); 101 forbids it. */
const POLICY = '/usr/sbin/policy-rc.d'

/**
 * Installs system packages, as root on Debian only; starts no service.
 * @returns true if they are installed now
 */
export function installSystemPackage(...names) {
  if (process.getuid?.() !== 0) return false
  console.log(`installing ${names.join(', ')}`)
  const ownsPolicy = !existsSync(POLICY)
  // A leftover file forbids nothing once this process has ended.
  if (ownsPolicy) writeFileSync(POLICY, `#!/bin/sh\nkill -0 ${process.pid} && exit 101\nexit 0\n`, { mode: 0o755 })
  try {
    return apt(...INSTALL, ...names) || (apt('update') && apt(...INSTALL, ...names))
  } finally {
    if (ownsPolicy) rmSync(POLICY)
  }
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 }
  return spawnSync('apt-get', [...PATIENCE, ...args], options).status === 0
}
