import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { withoutServices } from './without-services.mjs'

/** Away from the network this is how long it takes to notice. */
const PATIENCE = ['http', 'https'].flatMap((scheme) => ['-o', `Acquire::${scheme}::Timeout=20`])
/** What packages merely recommend is a desktop: printers and notifications beside a browser, three of four packages. */
const INSTALL = ['install', '-y', '--no-install-recommends']
/** A folder for each version, in it one for each set of databases that Debian starts with the machine. */
const CLUSTERS = '/etc/postgresql'

/**
 * Installs packages of the system where that can be done without asking: as root on Debian. What they bring is for
 * tests to start; none of it runs afterwards, nor when the machine starts again.
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
