import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'

/** Where Debian keeps each version's programs. */
const DEBIAN = '/usr/lib/postgresql'
const USER = 'postgres'

export type PostgresServer = {
  /** A new, empty database. */
  createDatabase: () => Promise<string>
  /** Ends the server at once, as a crash would; absent when it is not the test's own. */
  kill?: () => void
  start?: () => void
  remove: () => void
}

/** Whether races can be tested here; a test file that must skip says so aloud. */
export const hasPostgres = process.env.TEST_DATABASE_URL !== undefined || findPrograms() !== undefined

if (!hasPostgres) {
  console.warn('SKIPPED: races are not tested. Install PostgreSQL (Debian: postgresql) or set TEST_DATABASE_URL.')
}

/** A server of the test's own in a temporary folder, or the one that TEST_DATABASE_URL names. */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { createDatabase: () => createDatabase(given), remove: () => {} }
  const programs = findPrograms()
  if (!programs) throw new Error('PostgreSQL is not installed')
  const folder = mkdtempSync(path.join(tmpdir(), 'api-postgres-'))
  // PostgreSQL does not run as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) execFileSync('chown', [USER, folder])
  const run = (name: string, ...args: string[]) => {
    const program = [path.join(programs, name), '-D', path.join(folder, 'data'), ...args]
    const [command = '', ...rest] = isRoot ? ['runuser', '-u', USER, '--', ...program] : program
    execFileSync(command, rest, { stdio: 'ignore', cwd: folder })
  }
  const port = await findPort()
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder} -c fsync=off`
  const start = () => run('pg_ctl', '-w', '-l', path.join(folder, 'log'), '-o', settings, 'start')
  const kill = () => run('pg_ctl', '-w', '-m', 'immediate', 'stop')
  run('initdb', '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-sync')
  start()
  return {
    createDatabase: () => createDatabase(`postgres://${USER}@127.0.0.1:${port}/postgres`),
    start,
    kill,
    remove() {
      kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function createDatabase(url: string): Promise<string> {
  const name = `test_${Date.now()}_${Math.floor(Math.random() * 1e6)}`
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** The folder of the newest version that is installed. */
export function findPrograms(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined
  const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))
  return versions.map((version) => path.join(DEBIAN, version, 'bin')).find((it) => existsSync(path.join(it, 'initdb')))
}

function findPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
