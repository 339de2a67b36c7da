import { spawn } from 'node:child_process'
import fs, { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { leaseDataFolder } from './data-lease'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lease-'))
  file = path.join(folder, 'lock')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const owner = (changes: object) =>
  JSON.stringify({ id: 'x', pid: process.pid, host: hostname(), user: 'ada', action: 'serve', ...changes })
const HOUR_MS = 3_600_000
const leave = (content: string, silentMs = 0) => {
  writeFileSync(file, content)
  const beaten = new Date(Date.now() - silentMs)
  fs.utimesSync(file, beaten, beaten)
}

describe('the lease of the embedded database', () => {
  it('refuses while another process runs, however silent, and takes over when it is gone', async () => {
    const other = spawn('sleep', ['60'])
    leave(owner({ pid: other.pid }), HOUR_MS)
    await expect(leaseDataFolder(folder)).rejects.toThrow(/in use by process \d+ on .+DATA_DIR.+DATABASE_URL/)
    const gone = new Promise((resolve) => other.on('exit', resolve))
    other.kill('SIGKILL')
    await gone
    await (await leaseDataFolder(folder)).release()
  })

  it.each([
    ['of an earlier process with this number', owner({ startedAt: 'never' }), 0],
    ['of an earlier process with another number', owner({ pid: 1, startedAt: 'never' }), 0],
    ['that a power cut left empty', '', 10_000],
    ['that is none', '{"pid":"x"}', 10_000],
  ])('takes over one %s', async (_name, content, silentMs) => {
    leave(content, silentMs)
    const lease = await leaseDataFolder(folder)
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid, startedAt: expect.any(String) })
    await lease.release()
  })

  it('does not judge a process on another machine, and clears what a killed one left', async () => {
    leave(owner({ host: 'elsewhere', pid: 999_999 }), HOUR_MS)
    await expect(leaseDataFolder(folder)).rejects.toThrow('on elsewhere')
    rmSync(file)
    const temporary = path.join(folder, 'temporary')
    writeFileSync(path.join(temporary, `lease~999999~${encodeURIComponent(hostname())}~x`), '')
    const lease = await leaseDataFolder(folder)
    expect(readdirSync(temporary)).toHaveLength(1)
    await lease.release()
    expect(readdirSync(temporary)).toEqual([])
  })
})
