import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.mjs'
import { findPostgres } from './postgres-programs.mjs'

const USER = 'postgres'
/** PostgreSQL does not run as root, and without its Debian package there is no user of its own. */
const USERS = [USER, 'nobody']
const HOST = '127.0.0.1'

/**
 * A PostgreSQL server of one's own in a temporary folder, on a free port of this machine.
 * @param isDurable whether it waits for the disk as a shop's does; a test that ends no machine need not
 * @throws Error when it is not installed or does not start
 */
export async function startPostgres({ isDurable = false, connections = 100 } = {}) {
  const programs = findPostgres()
  if (!programs) throw new Error('PostgreSQL is not installed')
  const folder = mkdtempSync(path.join(tmpdir(), 'site-postgres-'))
  const run = programsOf(folder, programs)
  const data = dataOf(folder)
  const port = await freePort(HOST)
  const places = `-c listen_addresses=${HOST} -c port=${port} -c unix_socket_directories=${folder}`
  const settings = `${places} -c max_connections=${connections} -c fsync=${isDurable ? 'on' : 'off'}`
  const control = (...args) => run('pg_ctl', '-D', data, '-w', ...args)
  const start = () => control('-l', path.join(folder, 'log'), '-o', settings, 'start')
  const stop = () => stopPostgres(folder)
  const connection = ['-h', HOST, '-p', String(port), '-U', USER]
  const addressOf = (database) => `postgres://${USER}@${HOST}:${port}/${database}`
  let databases = 0
  try {
    run('initdb', '-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-instructions', '--no-sync')
    start()
    run('createdb', ...connection, 'shop')
  } catch (error) {
    stop()
    throw error
  }
  return {
    folder,
    url: addressOf('shop'),
    async createDatabase() {
      databases += 1
      const name = `test_${databases}`
      run('createdb', ...connection, name)
      return addressOf(name)
    },
    query: (sql) =>
      run('psql', ...connection, '-At', '-c', sql, 'shop')
        .split('\n')
        .filter(Boolean),
    start,
    crash: () => end(run, data),
    stop,
  }
}

/** Ends the server of a folder, should it run, and removes what it has. */
export function stopPostgres(folder) {
  const data = dataOf(folder)
  if (existsSync(path.join(data, 'postmaster.pid'))) end(programsOf(folder, findPostgres()), data)
  rmSync(folder, { recursive: true, force: true })
}

const dataOf = (folder) => path.join(folder, 'data')
const end = (run, data) => run('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop')

/** Runs PostgreSQL's programs as the user whose the folder is. */
function programsOf(folder, programs) {
  const owner = ownerOf(folder)
  return (name, ...args) => runToEnd([...owner, path.join(programs, name), ...args])
}

/** Gives the folder to a user who may run a server. @returns what runs a program as that user */
function ownerOf(folder) {
  if (process.getuid?.() !== 0) return []
  const user = USERS.find((name) => spawnSync('id', [name]).status === 0)
  if (!user) throw new Error(`PostgreSQL does not run as root, and there is no user ${USERS.join(' or ')}`)
  runToEnd(['chown', user, folder])
  return ['runuser', '-u', user, '--']
}

function runToEnd([command, ...args]) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', cwd: '/' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`)
  return stdout.trim()
}
