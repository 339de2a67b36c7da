import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.mjs'
import { installSystemPackage } from './system-package.mjs'

const DEBIAN = '/usr/lib/postgresql'
const USER = 'postgres'

/** Whether PostgreSQL is installed on this machine. */
export const hasPostgres = newestPrograms() !== undefined

/** Installs PostgreSQL where that can be done without asking. @returns whether it is there now */
export function ensurePostgres() {
  return newestPrograms() !== undefined || (installSystemPackage('postgresql') && newestPrograms() !== undefined)
}

/**
 * A real PostgreSQL server in a temporary folder, on a free port of this machine.
 * @throws Error when it is not installed or does not start
 */
export async function startPostgres() {
  const programs = newestPrograms()
  if (!programs) throw new Error('PostgreSQL is not installed')
  const folder = mkdtempSync(path.join(tmpdir(), 'site-postgres-'))
  if (isRoot()) runToEnd(['chown', USER, folder])
  const port = await freePort('127.0.0.1')
  const data = path.join(folder, 'data')
  const run = (name, args) => runToEnd(asUser([path.join(programs, name), ...args]))
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder} -c max_connections=60`
  const control = (...args) => run('pg_ctl', ['-D', data, '-w', ...args])

  const start = () => control('-l', path.join(folder, 'log'), '-o', settings, 'start')
  const stopAtOnce = () => control('-m', 'immediate', 'stop')
  run('initdb', ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-instructions'])
  const isRunning = () => existsSync(path.join(data, 'postmaster.pid'))
  start()
  const connection = ['-h', '127.0.0.1', '-p', String(port), '-U', USER]
  run('createdb', [...connection, 'shop'])
  return {
    url: `postgres://${USER}@127.0.0.1:${port}/shop`,
    query: (sql) =>
      run('psql', [...connection, '-At', '-c', sql, 'shop'])
        .split('\n')
        .filter(Boolean),
    start,
    /** Ends the server as a crash would; what it has stays for the next start. */
    crash: stopAtOnce,
    stop() {
      if (isRunning()) stopAtOnce()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function newestPrograms() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number).filter(Boolean) : []
  const folder = path.join(DEBIAN, String(Math.max(0, ...versions)), 'bin')
  return existsSync(path.join(folder, 'initdb')) ? folder : undefined
}

function isRoot() {
  return process.getuid?.() === 0
}

/** PostgreSQL does not run as root. */
function asUser(command) {
  return isRoot() ? ['runuser', '-u', USER, '--', ...command] : command
}

function runToEnd([command, ...args]) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', cwd: '/' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`)
  return stdout.trim()
}
