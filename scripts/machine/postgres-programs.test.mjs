import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findPostgres } from './postgres-programs.mjs'

const server = ['initdb', 'pg_ctl', 'postgres', 'psql', 'createdb', 'pg_dump', 'pg_restore']
let machine

beforeEach(() => {
  machine = mkdtempSync(path.join(tmpdir(), 'machine-'))
})
afterEach(() => {
  rmSync(machine, { recursive: true })
})

function install(folder, programs = server) {
  const bin = path.join(machine, folder)
  mkdirSync(bin, { recursive: true })
  for (const name of programs) writeFileSync(path.join(bin, name), '', { mode: 0o755 })
  return bin
}
const find = (searchPath = '/nowhere') => findPostgres({ below: machine, searchPath })

describe("PostgreSQL's programs", () => {
  it('are the newest of those that Debian keeps beside one another, in number and not in spelling', () => {
    install('usr/lib/postgresql/9/bin')
    const newest = install('usr/lib/postgresql/15/bin')
    expect(find()).toBe(newest)
  })

  it('are not those of a client alone', () => {
    install('usr/lib/postgresql/16/bin', ['psql', 'pg_dump'])
    expect(find()).toBeUndefined()
    const whole = install('usr/lib/postgresql/15/bin')
    expect(find()).toBe(whole)
  })

  it.each([
    'opt/homebrew/opt/postgresql@17/bin',
    'usr/local/opt/postgresql@16/bin',
    'Applications/Postgres.app/Contents/Versions/17/bin',
    'usr/pgsql-16/bin',
  ])('are found in %s', (folder) => {
    expect(find()).toBeUndefined()
    const bin = install(folder)
    expect(find()).toBe(bin)
  })

  it('are found on the search path', () => {
    const bin = install('elsewhere')
    expect(find(`/nowhere:${bin}`)).toBe(bin)
  })

  it('are where pg_config says', () => {
    const bin = install('hidden')
    const asked = install('asked', [])
    writeFileSync(path.join(asked, 'pg_config'), `#!/bin/sh\necho ${bin}\n`, { mode: 0o755 })
    expect(find(asked)).toBe(bin)
  })
})
