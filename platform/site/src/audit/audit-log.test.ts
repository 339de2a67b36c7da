import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { digestOfLine, seal } from '../model/audit-entry'
import { openFolder } from '../open/open-site'
import { fileCopy, type SiteCopy } from '../store/file/file-copy'
import { type AuditLog, appendEntry, readAuditLog } from './audit-log'
import { followAuditLog } from './follow-audit-log'
import { actorOf, withAudit } from './with-audit'

const ada = { kind: 'user', name: 'ada' } as const
const origin = { kind: 'origin', name: 'origin' } as const
let site: SiteCopy
let log: AuditLog

beforeEach(async () => {
  site = fileCopy(await mkdtemp(path.join(tmpdir(), 'audit-')))
  log = openFolder(site).audit
})
afterEach(() => rm(site.root, { recursive: true, force: true, maxRetries: 5 }))

const append = (action: string, rest = {}, to = log) => appendEntry(to, { action, actor: ada, ...rest })
const appendFour = async () => {
  for (const name of ['one', 'two', 'three', 'four']) await append(name)
}
const lines = async () => (await readFile(site.audit, 'utf8')).split('\n').slice(0, -1)
const write = (all: readonly string[]) => writeFile(site.audit, `${all.join('\n')}\n`)
const alteration = async () => (await readAuditLog(log)).alteration
async function forgedLine(): Promise<string> {
  const other = fileCopy(path.join(site.root, 'other'))
  await append('forged', {}, openFolder(other).audit)
  return (await readFile(other.audit, 'utf8')).trim()
}

describe('the audit log', () => {
  it('holds no key, password or token, and no refusal without end', async () => {
    const reason = 'sk_live_abcdef123456 at postgres://shop:pass@db/shop'
    await append('settings', { reason, refusal: `Bearer abc.def ${'page '.repeat(10_000)}` })
    const text = await readFile(site.audit, 'utf8')
    for (const secret of ['abcdef123456', ':pass@', 'abc.def']) expect(text).not.toContain(secret)
    expect(text.length).toBeLessThan(5_000)
    expect(await alteration()).toBeUndefined()
  })

  it('goes on behind a line that a power cut left unfinished', async () => {
    await append('publish')
    await appendFile(site.audit, '{"at":"2026-')
    await append('activate')
    const { entries, alteration } = await readAuditLog(log)
    expect([entries.map(({ action }) => action), alteration]).toEqual([['publish', 'activate'], undefined])
  })
})

type Lines = string[]
describe('an altered audit log is found', () => {
  beforeEach(appendFour)

  it.each<[string, (lines: Lines, forged: string) => Lines, RegExp]>([
    ['the first is gone', (all) => all.slice(1), /^Line 1 .* first line was taken out/],
    ['one between is gone', (all) => all.toSpliced(1, 1), /^Line 2 .* does not follow/],
    ['one is of another log', (all, forged) => [forged, ...all.slice(1)], /^Line 2 .* does not follow .* line 1 was/],
  ])('when %s', async (_what, change, expected) => {
    await write(change(await lines(), await forgedLine()))
    expect(await alteration()).toMatch(expected)
  })

  it('after more was done', async () => {
    await write([...(await lines()).slice(0, 3), 'not an entry'])
    await append('five')
    const { alteration, entries } = await readAuditLog(log)
    expect(alteration).toBe('Line 4 of the audit log was altered')
    expect(entries.at(-1)).toMatchObject({ action: 'five', line: 5 })
  })
})

// A removed entry or renamed actor passed as whole once the chain was recomputed.
describe('an audit log that was computed anew is found', () => {
  beforeEach(appendFour)

  type Change = (body: Record<string, unknown>, index: number) => Record<string, unknown> | undefined

  async function forge(change: Change, order?: readonly number[]): Promise<void> {
    const forged: string[] = []
    const all = await lines()
    for (const from of order ?? all.keys()) {
      const { digest: _, signature, previous: __, ...body } = JSON.parse(all[from] ?? '')
      const changed = change(body, from)
      if (!changed) continue
      const last = forged.at(-1)
      const text = JSON.stringify({ ...changed, ...(last !== undefined && { previous: digestOfLine(last) }) })
      const kept = 'key' in changed ? `,"signature":"${signature}"}` : '}'
      forged.push(seal(text).replace(/\}$/, kept))
    }
    await write(forged)
  }
  const without = ({ key: _, ...body }: Record<string, unknown>) => body
  const rename: Change = (body, index) => (index === 1 ? { ...body, actor: { kind: 'user', name: 'bob' } } : body)

  it.each<[string, Change, RegExp, number[]?]>([
    ['an entry put in twice', (body) => body, /^Line 2 .* not what was signed/, [0, 0, 1, 2, 3]],
    ['two entries in other places', (body) => body, /^Line 2 .* not what was signed/, [0, 2, 1, 3]],
    ['all done by origins', (body) => ({ ...without(body), actor: origin }), /^Line 1 .* signed by nobody/],
    ['an actor renamed', rename, /^Line 2 of the audit log is not what was signed with the key [0-9a-f]{16}$/],
    ['an entry taken out', (body, index) => (index === 1 ? undefined : body), /^Line 2 .* not what was signed/],
    ['all signatures taken away', without, /^Line 1 of the audit log is signed by nobody: it was altered or put in$/],
    ['a foreign key', (body) => ({ ...body, key: '0123456789abcdef' }), /^Line 1 .* is signed with 0123456789/],
    [
      'all of it undone',
      (body) => ({ ...without(body), action: 'rollback' }),
      /^Line 4 of the audit log is another than this machine has seen$/,
    ],
  ])('with %s', async (_what, change, expected, ...[order]) => {
    await forge(change, order)
    expect(await alteration()).toMatch(expected)
  })

  it('without its latest entries, by a machine that has seen them', async () => {
    await write((await lines()).slice(0, 2))
    expect(await alteration()).toBe('The audit log was cut: this machine has seen line 4, and there are 2')
    for (const name of ['five', 'six']) await append(name)
    expect(await alteration()).toBe('Line 4 of the audit log is another than this machine has seen')
  })

  it('and goes on with a new key when an operator names it, and the former one may be forgotten', async () => {
    const publicFile = path.join(site.operatorKeys, 'operator.pub')
    const former = (await readAuditLog(log)).entries[0]?.key
    await rm(path.join(site.operatorKeys, 'operator.key'))
    await append('five')
    expect(await alteration()).toBeUndefined()
    const [, added = ''] = (await readFile(publicFile, 'utf8')).split('\n')
    await writeFile(publicFile, added)
    const foreign = `Line 1 of the audit log is signed with ${former}, a key that is not trusted here`
    expect(await alteration()).toBe(foreign)
    await append('sign', { after: { formerKeys: [former] } })
    expect(await alteration()).toBeUndefined()
    await forge(rename)
    expect(await alteration()).toBe(foreign)
  })

  it('but not what origins did and what was undone without the key', async () => {
    const keyless = { ...log, signatures: { ...log.signatures, signer: async () => undefined } }
    for (const action of ['automatic: roll back', 'origin sick']) await append(action, { actor: origin })
    // A prune on a machine without the key raised an alarm for ever, as did whatever succeeded there.
    for (const action of ['rollback', 'prune', 'canary share', 'desk reset']) await append(action, {}, keyless)
    const changed = withAudit(
      { ...openFolder(site), audit: keyless },
      { action: 'settings', actor: ada },
      async () => {},
    )
    await expect(changed).rejects.toThrow("The operator's key is not on this machine")
    expect(await alteration()).toBeUndefined()
    await append('activate', {}, keyless)
    expect(await alteration()).toBe('Line 12 of the audit log is signed by nobody: it was altered or put in')
  })
})

describe('a copy of the audit log elsewhere', () => {
  beforeEach(async () => {
    for (const action of ['one', 'two']) await append(action)
  })

  async function follow(
    count: number,
    after = '0',
    from = log,
    then: (count: number) => Promise<void> = async () => {},
  ) {
    const printed: string[] = []
    const warnings: string[] = []
    const done: Promise<void>[] = []
    const stop = new AbortController()
    const print = (line: string) => {
      printed.push(line)
      done.push(then(printed.length))
      if (printed.length === count) stop.abort()
    }
    const warn = (message: string) => warnings.push(message)
    const problem = await followAuditLog(from, { after, print, warn, signal: stop.signal, pollMs: 1 })
    // The folder was removed while an append still read its line.
    await Promise.all(done)
    return { printed, warnings, problem }
  }

  it('gets every entry exactly as it is kept, also later ones, behind the line or the entry that it has', async () => {
    const then = async (count: number) => void (count === 2 && (await append('three')))
    const { printed, problem } = await follow(3, '0', log, then)
    expect([printed, problem]).toEqual([await lines(), undefined])
    const [first = '', ...rest] = printed
    for (const after of ['1', JSON.parse(first).digest]) expect((await follow(2, after)).printed).toEqual(rest)
  })

  it.each(['3', 'f'.repeat(64)])('is refused after %s, which the log does not have', async (after) => {
    await expect(follow(1, after)).rejects.toThrow(/^The audit log has no entry .* it has 2\. Was it cut\?/)
  })

  it('waits for a store that is away, says so once, and loses nothing', async () => {
    let reads = 0
    const read: AuditLog['read'] = async (after) => {
      reads += 1
      if (reads % 3 !== 0) throw new Error('connection refused')
      return (await log.read(after)).slice(0, 1)
    }
    const { printed, warnings } = await follow(1, '0', { ...log, read })
    expect(printed).toEqual((await lines()).slice(0, 1))
    expect(warnings).toEqual([expect.stringContaining('connection refused')])
  })

  it('ends when what comes does not follow what it has', async () => {
    const forged = await forgedLine()
    const then = async (count: number) => (count === 2 ? write([...(await lines()), forged]) : undefined)
    const { printed, problem } = await follow(3, '0', log, then)
    expect(printed).toHaveLength(2)
    expect(problem).toBe('Line 3 of the audit log does not follow the one that was handed over before it')
  })
})

it.each([
  [{}, { kind: 'user' }],
  [
    { GITHUB_ACTIONS: 'true', GITHUB_ACTOR: 'ada', GITHUB_REPOSITORY: 'acme/catalog', GITHUB_RUN_ID: '4711' },
    { kind: 'ci', name: 'ada', run: 'acme/catalog, run 4711' },
  ],
  [
    { GITLAB_CI: 'true', GITLAB_USER_LOGIN: 'bob', CI_PROJECT_PATH: 'acme/catalog', CI_JOB_ID: '12' },
    { kind: 'ci', name: 'bob', run: 'acme/catalog, run 12' },
  ],
  [
    { CI: '1', BUILD_ID: '7', JOB_NAME: 'release' },
    { kind: 'ci', run: 'release, run 7' },
  ],
])('the environment %j says who acts', (environment, expected) => {
  expect(actorOf(environment)).toMatchObject(expected)
})
