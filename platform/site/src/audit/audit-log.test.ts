import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type SiteLayout, siteLayout } from '../model/site-layout'
import { auditFile } from '../store/file/audit-file'
import { actorOf } from './actor'
import { appendEntry, readAuditTrail } from './audit-log'

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
    const { entries, alteration } = await readAuditTrail(auditFile(site))
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
    expect(await readAuditTrail(auditFile(site))).toEqual({ entries: [], alteration: undefined })
  })

  it('loses and orders nothing wrongly when many write at once', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => append(`act ${index}`)))
    const { entries, alteration } = await readAuditTrail(auditFile(site))
    expect(alteration).toBeUndefined()
    expect(new Set(entries.map(({ action }) => action)).size).toBe(12)
  })

  it('holds no key, password or token', async () => {
    await append('settings', {
      reason: 'sk_live_abcdef123456 at postgres://shop:pass@db/shop',
      refusal: 'Bearer abc.def',
    })
    const text = await readFile(site.audit, 'utf8')
    for (const secret of ['abcdef123456', ':pass@', 'abc.def']) expect(text).not.toContain(secret)
    expect((await readAuditTrail(auditFile(site))).alteration).toBeUndefined()
  })

  it('leaves the name of a release as it is', async () => {
    await append('activate', { target: 'catalog@1.6.0-pr.12' })
    expect((await readAuditTrail(auditFile(site))).entries[0]?.target).toBe('catalog@1.6.0-pr.12')
  })

  it('goes on behind a line that a power cut left unfinished', async () => {
    await append('publish')
    await appendFile(site.audit, '{"at":"2026-')
    await append('activate')
    const { entries, alteration } = await readAuditTrail(auditFile(site))
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

  it('is found and named by its line', async () => {
    const [one = '', two = '', ...rest] = await lines()
    await write([one, two.replace('"ada"', '"bob"'), ...rest])
    expect((await readAuditTrail(auditFile(site))).alteration).toBe('Line 2 of the audit log was altered')
  })

  it('is found when it is the last one', async () => {
    const all = await lines()
    await write([...all.slice(0, -1), (all.at(-1) ?? '').replace('four', 'five')])
    expect((await readAuditTrail(auditFile(site))).alteration).toBe('Line 4 of the audit log was altered')
  })

  it('is found when its own digest was made anew', async () => {
    const all = await lines()
    const other = siteLayout(`${site.root}/other`)
    await appendEntry(auditFile(other), { action: 'nothing', actor: ada })
    const [forged = ''] = (await readFile(other.audit, 'utf8')).split('\n')
    await write([forged, ...all.slice(1)])
    expect((await readAuditTrail(auditFile(site))).alteration).toMatch(
      /^Line 2 .* does not follow .* line 1 was altered/,
    )
  })

  it.each([
    ['the first', [1, 2, 3], /^Line 1 .* first line was taken out/],
    ['one between', [0, 2, 3], /^Line 2 .* does not follow/],
    ['the order', [0, 2, 1, 3], /^Line 2 .* does not follow/],
  ])('is found when %s is gone', async (_name, kept, alteration) => {
    const all = await lines()
    await write(kept.map((index) => all[index] ?? ''))
    expect((await readAuditTrail(auditFile(site))).alteration).toMatch(alteration)
  })

  it('stays found after more was done', async () => {
    const [one = '', ...rest] = await lines()
    await write([...rest.slice(0, -1).toSpliced(0, 0, one), 'not an entry'])
    await append('five')
    const { alteration, entries } = await readAuditTrail(auditFile(site))
    expect(alteration).toBe('Line 4 of the audit log was altered')
    expect(entries.at(-1)).toMatchObject({ action: 'five', line: 5 })
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
