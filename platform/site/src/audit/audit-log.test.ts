import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { digestOfLine, seal } from '../model/audit-entry'
import { type SiteLayout, siteLayout } from '../model/site-layout'
import { auditFile } from '../store/file/audit-file'
import { appendEntry, readAuditLog } from './audit-log'
import { actorOf } from './with-audit'

const ada = { kind: 'user', name: 'ada' } as const
let site: SiteLayout

beforeEach(async () => {
  site = siteLayout(await mkdtemp(path.join(tmpdir(), 'audit-')))
})

afterEach(() => rm(site.root, { recursive: true, force: true }))

const append = (action: string, rest = {}) => appendEntry(auditFile(site), { action, actor: ada, ...rest })
const lines = async () => (await readFile(site.audit, 'utf8')).split('\n').slice(0, -1)
const write = (all: readonly string[]) => writeFile(site.audit, `${all.join('\n')}\n`)

describe('the audit log', () => {
  it('keeps who did what, when, from what to what and why, the oldest first', async () => {
    await append('activate', {
      target: 'catalog@1.6.0',
      packages: ['catalog'],
      before: { composition: 1 },
      after: { composition: 2 },
    })
    await append('rollback', { reason: 'prices are wrong' })
    await append('activate', { refusal: 'catalog@9.9.9 is not published' })
    const { entries, alteration } = await readAuditLog(auditFile(site))
    expect(alteration).toBeUndefined()
    expect(entries).toMatchObject([
      {
        line: 1,
        action: 'activate',
        actor: ada,
        packages: ['catalog'],
        before: { composition: 1 },
        after: { composition: 2 },
      },
      { line: 2, action: 'rollback', reason: 'prices are wrong', previous: entries[0]?.digest },
      { line: 3, refusal: 'catalog@9.9.9 is not published', previous: entries[1]?.digest },
    ])
    expect(Date.parse(entries[0]?.at ?? '')).toBeGreaterThan(0)
  })

  it('is empty before the first action', async () => {
    expect(await readAuditLog(auditFile(site))).toEqual({ entries: [], alteration: undefined })
  })

  it('holds no key, password or token', async () => {
    await append('settings', {
      reason: 'sk_live_abcdef123456 at postgres://shop:pass@db/shop',
      refusal: 'Bearer abc.def',
    })
    const text = await readFile(site.audit, 'utf8')
    for (const secret of ['abcdef123456', ':pass@', 'abc.def']) expect(text).not.toContain(secret)
    expect((await readAuditLog(auditFile(site))).alteration).toBeUndefined()
  })

  it('leaves the name of a release as it is', async () => {
    await append('activate', { target: 'catalog@1.6.0-pr.12' })
    expect((await readAuditLog(auditFile(site))).entries[0]?.target).toBe('catalog@1.6.0-pr.12')
  })

  it('goes on behind a line that a power cut left unfinished', async () => {
    await append('publish')
    await appendFile(site.audit, '{"at":"2026-')
    await append('activate')
    const { entries, alteration } = await readAuditLog(auditFile(site))
    expect([entries.map(({ action }) => action), alteration]).toEqual([['publish', 'activate'], undefined])
  })

  it('does not grow without bounds by a long refusal', async () => {
    await append('activate', { refusal: 'page '.repeat(10_000) })
    expect((await lines())[0]?.length).toBeLessThan(5_000)
  })
})

describe('one altered entry of the audit log', () => {
  beforeEach(async () => {
    for (const name of ['one', 'two', 'three', 'four']) await append(name)
  })

  type Change = (lines: string[]) => readonly string[]
  it.each<[string, Change, RegExp]>([
    [
      'one between is changed',
      ([one = '', two = '', ...rest]) => [one, two.replace('"ada"', '"bob"'), ...rest],
      /^Line 2 of the audit log was altered$/,
    ],
    [
      'the last is changed',
      (all) => [...all.slice(0, -1), (all.at(-1) ?? '').replace('four', 'five')],
      /^Line 4 of the audit log was altered$/,
    ],
    ['the first is gone', (all) => all.slice(1), /^Line 1 .* first line was taken out/],
    ['one between is gone', (all) => all.toSpliced(1, 1), /^Line 2 .* does not follow/],
    [
      'two changed places',
      ([one = '', two = '', ...rest]) => [...rest.slice(0, 1), one, two],
      /^Line 1 .* does not follow/,
    ],
  ])('is found when %s', async (_what, change, expected) => {
    await write(change(await lines()))
    expect((await readAuditLog(auditFile(site))).alteration).toMatch(expected)
  })

  it('is found when its own digest was made anew', async () => {
    const all = await lines()
    const other = siteLayout(`${site.root}/other`)
    await appendEntry(auditFile(other), { action: 'nothing', actor: ada })
    const [forged = ''] = (await readFile(other.audit, 'utf8')).split('\n')
    await write([forged, ...all.slice(1)])
    expect((await readAuditLog(auditFile(site))).alteration).toMatch(/^Line 2 .* does not follow .* line 1 was altered/)
  })

  it('stays found after more was done', async () => {
    const [one = '', ...rest] = await lines()
    await write([...rest.slice(0, -1).toSpliced(0, 0, one), 'not an entry'])
    await append('five')
    const { alteration, entries } = await readAuditLog(auditFile(site))
    expect(alteration).toBe('Line 4 of the audit log was altered')
    expect(entries.at(-1)).toMatchObject({ action: 'five', line: 5 })
  })
})

describe('an audit log that was computed anew', () => {
  // A removed entry or renamed actor passed as whole once the chain was recomputed.
  beforeEach(async () => {
    for (const name of ['one', 'two', 'three', 'four']) await append(name)
  })

  type Change = (body: Record<string, unknown>, index: number) => Record<string, unknown> | undefined

  async function forge(change: Change, from?: readonly string[]): Promise<void> {
    const forged: string[] = []
    for (const [index, line] of (from ?? (await lines())).entries()) {
      const { digest: _, signature, previous: __, ...body } = JSON.parse(line)
      const changed = change(body, index)
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
  const alteration = async () => (await readAuditLog(auditFile(site))).alteration

  it.each<[string, Change, RegExp]>([
    ['an actor renamed', rename, /^Line 2 of the audit log is not what was signed with the key [0-9a-f]{16}$/],
    ['an entry taken out', (body, index) => (index === 1 ? undefined : body), /^Line 2 .* not what was signed/],
    ['all signatures taken away', without, /^Line 1 of the audit log is signed by nobody: it was altered or put in$/],
    [
      'all of it said to be done by origins',
      (body) => ({ ...without(body), actor: { kind: 'origin', name: 'origin' } }),
      /^Line 1 .* signed by nobody/,
    ],
    [
      'the key of somebody else',
      (body) => ({ ...body, key: '0123456789abcdef' }),
      /^Line 1 .* is signed with 0123456789/,
    ],
    [
      'all of it said to be undone',
      (body) => ({ ...without(body), action: 'rollback' }),
      /^Line 4 of the audit log is another than this machine has seen$/,
    ],
  ])('is found: %s', async (_what, change, expected) => {
    await forge(change)
    expect(await alteration()).toMatch(expected)
  })

  it('is found when an entry was put in between', async () => {
    const all = await lines()
    const put = JSON.stringify({ ...JSON.parse(all[0] ?? ''), action: 'activate', key: undefined })
    await forge((body) => body, [...all.slice(0, 2), put, ...all.slice(2)])
    expect(await alteration()).toMatch(/^Line 2 |^Line 3 /)
  })

  it('is found when two entries changed places', async () => {
    const [one = '', two = '', three = '', four = ''] = await lines()
    await forge((body) => body, [one, three, two, four])
    expect(await alteration()).toMatch(/^Line 2 of the audit log is not what was signed/)
  })

  it('is found when the latest were cut off, by whoever has seen them', async () => {
    await write((await lines()).slice(0, 2))
    expect(await alteration()).toBe('The audit log was cut: this machine has seen line 4, and there are 2')
    await append('five')
    await append('six')
    expect(await alteration()).toBe('Line 4 of the audit log is another than this machine has seen')
  })

  it('goes on with a new key when an operator names it, and the former one may be forgotten', async () => {
    const publicFile = path.join(site.operatorKeys, 'operator.pub')
    const former = (await readAuditLog(auditFile(site))).entries[0]?.key
    await rm(path.join(site.operatorKeys, 'operator.key'))
    await append('five')
    expect(await alteration()).toBeUndefined()
    const [, added = ''] = (await readFile(publicFile, 'utf8')).split('\n')
    await writeFile(publicFile, added)
    expect(await alteration()).toBe(`Line 1 of the audit log is signed with ${former}, a key that is not believed here`)
    await append('sign', { after: { formerKeys: [former] } })
    expect(await alteration()).toBeUndefined()
    await forge(rename)
    expect(await alteration()).toBe(`Line 1 of the audit log is signed with ${former}, a key that is not believed here`)
  })

  it('is whole with what origins did and what was undone without the key', async () => {
    const origin = { kind: 'origin', name: 'origin' } as const
    await append('automatic: roll back', { actor: origin })
    await append('origin sick', { actor: origin })
    const keyless = { ...auditFile(site).signatures, signer: async () => undefined }
    await appendEntry(auditFile(site, keyless), { action: 'rollback', actor: ada })
    await appendEntry(auditFile(site, keyless), { action: 'activate', actor: ada, refusal: 'no key' })
    expect(await alteration()).toBeUndefined()
    await appendEntry(auditFile(site, keyless), { action: 'activate', actor: ada })
    expect(await alteration()).toBe('Line 9 of the audit log is signed by nobody: it was altered or put in')
  })
})

describe('who acts', () => {
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
  ])('is what the environment %j says', (environment, expected) => {
    expect(actorOf(environment)).toMatchObject(expected)
  })
})
