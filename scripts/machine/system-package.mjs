import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Debian's packages ask this file before starting a service (invoke-rc.d(8)); 101 forbids it. */
const POLICY = '/usr/sbin/policy-rc.d'
const MARK = '# Written while packages for tests are installed.'

/** Runs `install` while no package may start a service. An existing policy of the machine stays. */
export function withoutServices(install, file = POLICY) {
  if (!existsSync(path.dirname(file)) || (existsSync(file) && !readFileSync(file, 'utf8').includes(MARK))) {
    return install()
  }
  // A leftover file forbids nothing once this process has ended.
  writeFileSync(file, `#!/bin/sh\n${MARK}\nif kill -0 ${process.pid} 2>/dev/null; then exit 101; fi\n`, { mode: 0o755 })
  try {
    return install()
  } finally {
    rmSync(file)
  }
}

/** Makes apt notice a missing network sooner. */
const PATIENCE = ['http', 'https'].flatMap((scheme) => ['-o', `Acquire::${scheme}::Timeout=20`])
/** Recommended packages include a desktop: three of four beside a browser. */
const INSTALL = ['install', '-y', '--no-install-recommends']
/** `<version>/<cluster>`: databases that Debian starts at boot. */
const CLUSTERS = '/etc/postgresql'

/**
 * Installs system packages as root on Debian only; starts no service, now or at boot.
 * @returns true if they are installed now
 */
export function installSystemPackage(...names) {
  if (process.getuid?.() !== 0) return false
  console.log(`installing ${names.join(', ')}`)
  const known = clusters()
  const isInstalled = withoutServices(() => apt(...INSTALL, ...names) || (apt('update') && apt(...INSTALL, ...names)))
  for (const [version, name] of clusters().filter((it) => !known.some((other) => other.join() === it.join()))) {
    spawnSync('pg_dropcluster', ['--stop', version, name], { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return isInstalled
}

function clusters() {
  const foldersIn = (folder) => (existsSync(folder) ? readdirSync(folder) : [])
  return foldersIn(CLUSTERS).flatMap((version) =>
    foldersIn(path.join(CLUSTERS, version)).map((name) => [version, name]),
  )
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', [...PATIENCE, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}
