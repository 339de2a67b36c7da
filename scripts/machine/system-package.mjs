import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Debian's packages ask it before they start a service (invoke-rc.d(8)); 101 forbids it. */
const POLICY = '/usr/sbin/policy-rc.d'
const MARK = '# Written while packages for tests are installed.'

/** Runs `install` while no package may start a service. A policy of the machine's owner stays. */
export function withoutServices(install, file = POLICY) {
  if (!existsSync(path.dirname(file)) || (existsSync(file) && !readFileSync(file, 'utf8').includes(MARK))) {
    return install()
  }
  // Left behind, it forbids nothing once this process has ended.
  writeFileSync(file, `#!/bin/sh\n${MARK}\nif kill -0 ${process.pid} 2>/dev/null; then exit 101; fi\n`, { mode: 0o755 })
  try {
    return install()
  } finally {
    rmSync(file)
  }
}

/** Without a network, apt notices after this. */
const PATIENCE = ['http', 'https'].flatMap((scheme) => ['-o', `Acquire::${scheme}::Timeout=20`])
/** Recommended packages are a desktop: three of four beside a browser. */
const INSTALL = ['install', '-y', '--no-install-recommends']
/** `<version>/<cluster>`: the databases that Debian starts with the machine. */
const CLUSTERS = '/etc/postgresql'

/**
 * Installs packages of the system, as root on Debian only. Nothing of them runs afterwards or starts with the machine.
 * @returns whether they are installed now
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

/** False also when there is no such program. */
function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', [...PATIENCE, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}
