import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { installSystemPackage } from './system-package.mjs'

/** The first three run a server; tests and docs/how-to/backup-and-restore.md need the others. */
const PROGRAMS = ['initdb', 'pg_ctl', 'postgres', 'psql', 'createdb', 'pg_dump', 'pg_restore']
const FAMILIES = [
  { folder: '/usr/lib/postgresql', version: /^(\d+)$/ },
  { folder: '/usr/local/lib/postgresql', version: /^(\d+)$/ },
  { folder: '/usr', version: /^pgsql-(\d+)$/ },
  { folder: '/opt/homebrew/opt', version: /^postgresql@(\d+)$/ },
  { folder: '/usr/local/opt', version: /^postgresql@(\d+)$/ },
  { folder: '/home/linuxbrew/.linuxbrew/opt', version: /^postgresql@(\d+)$/ },
  { folder: '/Applications/Postgres.app/Contents/Versions', version: /^(\d+)$/ },
]

/**
 * The folder of PostgreSQL's programs, of the newest version.
 * @param below prefix of the system's folders; for tests
 * @returns {string | undefined}
 */
export function findPostgres({ below = '', searchPath = process.env.PATH ?? '' } = {}) {
  const isWhole = (folder) => PROGRAMS.every((name) => existsSync(path.join(folder, name)))
  const installed = FAMILIES.flatMap(({ folder, version }) => versionsIn(path.join(below, folder), version))
  return (
    [...installed, ...searchPath.split(path.delimiter).filter(Boolean)].find(isWhole) ??
    onlyIf(isWhole, asked(searchPath))
  )
}

/**
 * Installs PostgreSQL where that needs no question.
 * @returns true if it is installed now
 */
export function ensurePostgres() {
  return findPostgres() !== undefined || (installSystemPackage('postgresql') && findPostgres() !== undefined)
}

function versionsIn(folder, version) {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names
    .map((name) => ({ name, number: Number(version.exec(name)?.[1]) }))
    .filter(({ number }) => number > 0)
    .sort((a, b) => b.number - a.number)
    .map(({ name }) => path.join(folder, name, 'bin'))
}

function asked(searchPath) {
  const env = { ...process.env, PATH: searchPath }
  const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8', env })
  return status === 0 ? stdout.trim() : undefined
}

function onlyIf(isRight, value) {
  return value !== undefined && isRight(value) ? value : undefined
}
