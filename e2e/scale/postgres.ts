import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../support/origin'
import { postgresFolder, runToEnd } from './programs'

const USER = 'postgres'
const isRoot = process.getuid?.() === 0

/** A real PostgreSQL server of the test's own, on a free port of this machine. */
export async function startPostgres() {
  const programs = postgresFolder
  if (!programs) throw new Error('PostgreSQL is not installed')
  const folder = mkdtempSync(path.join(tmpdir(), 'site-postgres-'))
  if (isRoot) execFileSync('chown', [USER, folder])
  const port = await freePort()
  const data = path.join(folder, 'data')
  const run = (name: string, args: string[]) => runToEnd(path.join(programs, name), args, { user: USER })
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder} -c max_connections=60`
  const control = (...args: string[]) => run('pg_ctl', ['-D', data, '-w', ...args])

  run('initdb', ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-instructions'])
  control('-l', path.join(folder, 'log'), '-o', settings, 'start')
  const connection = ['-h', '127.0.0.1', '-p', String(port), '-U', USER]
  run('createdb', [...connection, 'shop'])
  return {
    url: `postgres://${USER}@127.0.0.1:${port}/shop`,
    /** Rows of one query, each as its columns joined by `|`. */
    query: (sql: string): string[] =>
      run('psql', [...connection, '-At', '-c', sql, 'shop'])
        .split('\n')
        .filter(Boolean),
    stop() {
      control('-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
