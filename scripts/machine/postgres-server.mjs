import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../lib/free-port.mjs'
import { findPostgres } from './postgres-programs.mjs'

const USER = 'postgres'
/** PostgreSQL refuses root; only Debian's package brings a user of its own. */
const USERS = [USER, 'nobody']
const HOST = '127.0.0.1'
const VARIABLE = 'TEST_POSTGRES_FOLDER'
const LOOK_MS = 20
const WATCH = path.join(import.meta.dirname, 'watch-shared-postgres.mjs')

/**
 * Starts PostgreSQL in a temporary folder on a free port.
 * `crash` keeps the data for the next `start`; `query` joins columns by `|`.
 */
export async function startPostgres({ connections = 100 } = {}) {
  const programs = findPostgres()
  if (!programs) throw new Error('PostgreSQL is not installed')
  const folder = mkdtempSync(path.join(tmpdir(), 'site-postgres-'))
  const run = programsOf(folder, programs)
  const data = dataOf(folder)
  const port = await freePort(HOST)
  const places = `-c listen_addresses=${HOST} -c port=${port} -c unix_socket_directories=${folder}`
  const settings = `${places} -c max_connections=${connections} -c fsync=off`
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

export function stopPostgres(folder) {
  const data = dataOf(folder)
  if (existsSync(path.join(data, 'postmaster.pid'))) end(programsOf(folder, findPostgres()), data)
  rmSync(folder, { recursive: true, force: true })
}

const dataOf = (folder) => path.join(folder, 'data')
const end = (run, data) => run('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop')

function programsOf(folder, programs) {
  const owner = ownerOf(folder)
  return (name, ...args) => runToEnd([...owner, path.join(programs, name), ...args])
}

function ownerOf(folder) {
  if (process.getuid?.() !== 0) return []
  const user = USERS.find((name) => spawnSync('id', [name], { timeout: 60_000 }).status === 0)
  if (!user) throw new Error(`PostgreSQL does not run as root, and there is no user ${USERS.join(' or ')}`)
  runToEnd(['chown', user, folder])
  return ['runuser', '-u', user, '--']
}

function runToEnd([command, ...args]) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', cwd: '/', timeout: 300_000 })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`)
  return stdout.trim()
}

/** Lets later child processes share a server. It ends with this process, even a killed one. */
export function allowSharing() {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-shared-'))
  process.env[VARIABLE] = folder
  // The system closes the input when this process ends; a detached child survives the kill.
  const options = { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] }
  const watch = spawn(process.execPath, [WATCH, folder], options)
  watch.unref()
  watch.stdin.unref()
}

export function endSharing(folder) {
  const { folder: server } = readServer(folder) ?? {}
  if (server) stopPostgres(server)
  rmSync(folder, { recursive: true, force: true })
}

/**
 * The address of the shared server, which the first caller starts; `undefined` without `allowSharing`.
 * @returns {Promise<string | undefined>}
 * @throws Error when it is not installed or does not start
 */
export async function findSharedPostgres() {
  const folder = process.env[VARIABLE]
  if (!folder) return undefined
  if (isFirst(folder)) {
    const started = await startPostgres({ connections: 300 }).catch(({ message }) => ({ error: message }))
    if (!existsSync(folder)) {
      started.stop?.()
      throw new Error('The run of the tests has ended')
    }
    const draft = path.join(folder, 'draft')
    writeFileSync(draft, JSON.stringify(started))
    renameSync(draft, fileOf(folder))
  }
  while (!existsSync(fileOf(folder))) await wait(LOOK_MS)
  const { url, error } = readServer(folder)
  if (error) throw new Error(error)
  return url
}

const fileOf = (folder) => path.join(folder, 'server.json')

function readServer(folder) {
  return existsSync(fileOf(folder)) ? JSON.parse(readFileSync(fileOf(folder), 'utf8')) : undefined
}

function isFirst(folder) {
  try {
    writeFileSync(path.join(folder, 'starting'), '', { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}
