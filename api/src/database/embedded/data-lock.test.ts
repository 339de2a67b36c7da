import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { lockDataFolder } from './data-lock'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lock-'))
  file = path.join(folder, 'lock')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const holder = (changes: object) => JSON.stringify({ pid: process.pid, host: hostname(), id: 'x', ...changes })

describe('the lock of the embedded database', () => {
  it('lets one in, and the next one after it was given back', () => {
    const unlock = lockDataFolder(folder)
    expect(() => lockDataFolder(folder)).toThrow(/in use by process \d+ on .+DATA_DIR.+DATABASE_URL/)
    unlock()
    expect(existsSync(file)).toBe(false)
    lockDataFolder(folder)()
  })

  it('refuses while another process runs, and takes over when it is gone', async () => {
    const other = spawn('sleep', ['60'])
    writeFileSync(file, holder({ pid: other.pid }))
    expect(() => lockDataFolder(folder)).toThrow(`process ${other.pid}`)
    const gone = new Promise((resolve) => other.on('exit', resolve))
    other.kill('SIGKILL')
    await gone
    lockDataFolder(folder)()
  })

  it.each([
    ['of an earlier process with this number', holder({})],
    ['of an earlier process with another number', holder({ pid: 1, startedAt: 'never' })],
    ['that is empty', ''],
    ['that is no lock', '{"pid":"x"}'],
  ])('takes over a lock %s', (_name, content) => {
    writeFileSync(file, content)
    const unlock = lockDataFolder(folder)
    expect(readFileSync(file, 'utf8')).toContain(`"pid":${process.pid}`)
    unlock()
  })

  it('does not judge a process on another machine', () => {
    writeFileSync(file, holder({ host: 'elsewhere', pid: 999_999 }))
    expect(() => lockDataFolder(folder)).toThrow('on elsewhere')
  })
})
