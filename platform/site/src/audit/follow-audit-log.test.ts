import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type SiteLayout, siteLayout } from '../model/site-layout'
import { auditFile } from '../store/file/audit-file'
import type { AuditLog } from '../store/site-store'
import { appendEntry } from './audit-log'
import { followAuditLog } from './follow-audit-log'

let site: SiteLayout
let log: AuditLog
const ada = { kind: 'user', name: 'ada' } as const
const append = (action: string) => appendEntry(log, { action, actor: ada })
const kept = async () => (await readFile(site.audit, 'utf8')).split('\n').slice(0, -1)

beforeEach(async () => {
  site = siteLayout(await mkdtemp(path.join(tmpdir(), 'follow-')))
  log = auditFile(site)
  for (const action of ['one', 'two']) await append(action)
})
afterEach(() => rm(site.root, { recursive: true, force: true, maxRetries: 5 }))

async function follow(
  count: number,
  { after = '0', from = log, then = async (_count: number): Promise<void> => {} } = {},
) {
  const lines: string[] = []
  const warnings: string[] = []
  const done: Promise<void>[] = []
  const stop = new AbortController()
  const print = (line: string) => {
    lines.push(line)
    done.push(then(lines.length))
    if (lines.length === count) stop.abort()
  }
  const warn = (message: string) => warnings.push(message)
  const alteration = await followAuditLog(from, { after, print, warn, signal: stop.signal, pollMs: 1 })
  // The folder was removed while an append still read its line.
  await Promise.all(done)
  return { lines, warnings, alteration }
}

describe('a copy of the audit log elsewhere', () => {
  it('gets every entry exactly as it is kept, also those that come later', async () => {
    const then = async (count: number) => {
      if (count === 2) await append('three')
    }
    const { lines, alteration } = await follow(3, { then })
    expect([lines, alteration]).toEqual([await kept(), undefined])
  })

  it('goes on after the line or the entry that it has', async () => {
    const [first = '', second] = await kept()
    expect((await follow(1, { after: '1' })).lines).toEqual([second])
    expect((await follow(1, { after: JSON.parse(first).digest })).lines).toEqual([second])
  })

  it.each(['3', 'f'.repeat(64)])('is refused after %s, which the log does not have', async (after) => {
    await expect(follow(1, { after })).rejects.toThrow(/^The audit log has no entry .* it has 2\. Was it cut\?/)
  })

  it('waits for a store that is away, says so once, and loses nothing', async () => {
    let reads = 0
    const from: AuditLog = {
      ...log,
      async read(after) {
        reads += 1
        if (reads % 3 !== 0) throw new Error('connection refused')
        return (await log.read(after)).slice(0, 1)
      },
    }
    const { lines, warnings } = await follow(1, { from })
    expect(lines).toEqual((await kept()).slice(0, 1))
    expect(warnings).toEqual([expect.stringContaining('connection refused')])
  })

  it('ends when what comes does not follow what it has', async () => {
    const other = siteLayout(path.join(site.root, 'other'))
    await appendEntry(auditFile(other), { action: 'forged', actor: ada })
    const forged = await readFile(other.audit, 'utf8')
    const then = async (count: number) =>
      count === 2 ? writeFile(site.audit, `${(await kept()).join('\n')}\n${forged}`) : undefined
    const { lines, alteration } = await follow(3, { then })
    expect(lines).toHaveLength(2)
    expect(alteration).toBe('Line 3 of the audit log does not follow the one that was handed over before it')
  })
})
