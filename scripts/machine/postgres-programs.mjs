import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { installSystemPackage } from './system-package.mjs'

/** The first three run a server; tests and docs/how-to/backup-and-restore.md need the others. */
const PROGRAMS = ['initdb', 'pg_ctl', 'postgres', 'psql', 'createdb', 'pg_dump', 'pg_restore']
const FOLDERS = [
  '/usr/lib/postgresql',
  '/usr/local/lib/postgresql',
  '/usr',
  '/opt/homebrew/opt',
  '/usr/local/opt',
  '/home/linuxbrew/.linuxbrew/opt',
  '/Applications/Postgres.app/Contents/Versions',
]
const VERSION = /^(?:pgsql-|postgresql@)?(\d+)$/

/**
 * The folder of PostgreSQL's programs, of the newest version.
 * @returns {string | undefined}
 */
export function findPostgres() {
  const onPath = (process.env.PATH ?? '').split(path.delimiter)
  const { stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8', timeout: 60_000 })
  return [...FOLDERS.flatMap(versionsIn), ...onPath, stdout?.trim() ?? ''].find(isComplete)
}

const isComplete = (folder) => folder !== '' && PROGRAMS.every((name) => existsSync(path.join(folder, name)))

function versionsIn(folder) {
  const versions = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => VERSION.test(name))
  const numberOf = (name) => Number(VERSION.exec(name)?.[1])
  return versions.sort((a, b) => numberOf(b) - numberOf(a)).map((name) => path.join(folder, name, 'bin'))
}

/**
 * Installs PostgreSQL where that needs no question.
 * @returns true if it is installed now
 */
export function ensurePostgres() {
  if (findPostgres()) return true
  if (!installSystemPackage('postgresql-common')) return false
  // Otherwise Debian makes a database, which starts now and at boot.
  appendFileSync('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n')
  return installSystemPackage('postgresql') && findPostgres() !== undefined
}
