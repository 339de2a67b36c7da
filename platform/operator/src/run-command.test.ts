import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  catalogFixture,
  type Fixture,
  hostFixture,
  pageBundle,
  writeFixture,
} from '@platform/release/testing/fixture-release'
import { setUpSite, type TestSite } from '@platform/site/testing/test-site'
import { runAs } from './testing/run-as'

const site = setUpSite(async () => {})
let lines: string[]

async function run(command: string): Promise<string> {
  lines = []
  const print = (line: string) => lines.push(line)
  await runAs(site, { print, warn: print })('ada', command)
  return lines.join('\n')
}

const actor = { kind: 'user', name: 'ada', host: 'build-1' } as const
async function publish(fixture: Fixture): Promise<string> {
  const dist = await writeFixture(path.join(site.copy.root, '..', fixture.package ?? '', 'dist'), fixture)
  return run(`publish ${fixture.package} --from ${dist}`)
}

describe('site', () => {
  it('renders only what has changed to look at a site, or all of it when it is told to', async () => {
    await site.goLive()
    const rendered: string[] = []
    const { render } = site.limits
    site.limits.render = (work, ...rest) => {
      rendered.push(...work.jobs.map(({ url }) => url))
      return render(work, ...rest)
    }
    expect(await run('check')).toBe(
      'catalog@0.1.0, shell@0.1.0 fit: everything compared, 5 documents looked at, nothing changed',
    )
    expect(rendered).toEqual([])
    expect(await run('check --render-all')).toContain('5 documents looked at')
    expect(rendered).toHaveLength(5)
  })

  it('takes an operator from publishing to rolling back', async () => {
    expect(await publish(hostFixture())).toBe('shell@0.1.0 is published')
    expect(await publish(hostFixture())).toBe('shell@0.1.0 was already published')
    await publish(catalogFixture())
    expect(await run('status')).toContain('Nothing is live yet')
    expect(await run('activate shell@latest catalog@0.1.0')).toMatch(
      /^Composition 1 is live after [\d.]+ s: catalog@0.1.0, shell@0.1.0$/,
    )
    expect(await run('activate catalog@latest')).toContain('already made of these releases')

    await publish(catalogFixture({ version: '0.2.0' }))
    await run('activate catalog@0.2.0')
    expect(await run('rollback')).toBe('Composition 1 is live again, in the place of 2')
    const status = await run('status')
    expect(status).toMatch(/^Live: composition 1, made \d{4}-/)
    expect(status).toMatch(/Published, not live:\n {2}catalog@0.2.0/)
    expect(JSON.parse(await run('status --json'))).toMatchObject({
      live: { number: 1, releases: { catalog: { version: '0.1.0' } } },
      kept: [{ number: 2 }],
    })
    expect(await run('prune --keep 1')).toContain('Deleted compositions: none')
  })

  it('records every act and every refusal, and nothing that only reads', async () => {
    for (const fixture of [hostFixture(), catalogFixture()]) await publish(fixture)
    await expect(run('activate catalog@9.9.9')).rejects.toThrow('not published')
    await run('activate shell@latest catalog@latest')
    await expect(run('rollback')).rejects.toThrow('no earlier')
    await expect(run('fetch catalog@1.0.0')).rejects.toThrow('RELEASE_REGISTRY')
    for (const reading of ['status', 'check catalog@latest', 'settings', 'keys', 'log']) await run(reading)
    await run('prune --keep 2')

    const { entries } = JSON.parse(await run('log --json'))
    expect(entries).toMatchObject([
      { action: 'prune', after: { deleted: { compositions: [] } } },
      { action: 'rollback', refusal: 'There is no earlier composition to go back to' },
      {
        action: 'activate',
        actor,
        packages: ['catalog', 'shell'],
        after: { composition: 1, releases: { catalog: '0.1.0', shell: '0.1.0' } },
      },
      { action: 'activate', target: 'catalog@9.9.9', refusal: expect.stringContaining('not published') },
      { action: 'publish', target: 'catalog', after: { release: 'catalog@0.1.0' } },
      { action: 'publish', target: 'shell' },
    ])
    const log = await run('log --package shell --limit 1')
    expect(log).toMatch(
      /^\d{4}-[\d: -]{14} {2}5 {2}ada on build-1 {2}activate shell@latest catalog@latest {2}composition none → 1\n/,
    )
    expect(log).toContain('2 entries, 1 older ones not shown')
  })

  it('lets a broken rule pass with a reason, which it records, and does not ask about the same violation again', async () => {
    const broken = (version: string, main = '<h1>Courses</h1><a href="/nowhere">x</a>') =>
      catalogFixture({ version, content: { 'server/courses-page.cjs': pageBundle(`'${main}'`) } })
    for (const fixture of [hostFixture(), broken('0.1.0')]) await publish(fixture)

    const wanted = 'activate shell@latest catalog@latest'
    await expect(run(wanted)).rejects.toThrow(
      /leads \(a href\) to \/nowhere.*\[links\] \(also on .*--allow links --reason/s,
    )
    await expect(run(`${wanted} --allow links`)).rejects.toThrow('Say why')
    await expect(run(`${wanted} --allow everything --reason later`)).rejects.toThrow('There is no rule "everything"')
    await expect(run(`${wanted} --allow headings --reason later`)).rejects.toThrow('[links]')
    expect(await run(`${wanted} --allow links --reason Monday`)).toMatch(/^Composition \d+ is live/)
    expect(await run('log --limit 1')).toMatch(
      /activate shell@latest catalog@latest --allow links .*\n {4}because Monday/,
    )

    await publish(broken('0.2.0'))
    expect(await run('activate catalog@latest')).toMatch(/^Composition \d+ is live/)
    const [entry] = JSON.parse(await run('log --json --limit 1')).entries
    expect([entry.before.releases, entry.after.releases]).toEqual([{ catalog: '0.1.0' }, { catalog: '0.2.0' }])
    await publish(broken('0.3.0', '<h1>Courses</h1><a href="/elsewhere">x</a>'))
    await expect(run('activate catalog@latest')).rejects.toThrow('/elsewhere')
    await publish(broken('0.4.0', '<h1></h1>'))
    const every = '--allow links --allow headings --reason x'
    await expect(run(`activate catalog@latest ${every}`)).rejects.toThrow('empty <main>')
  })

  it('says how the site is, and ends as badly as that is', async () => {
    await expect(run('doctor')).rejects.toMatchObject({ exitCode: 1, message: expect.stringMatching(/nothing-live/) })
    await writeFile(site.copy.current, 'x')
    await expect(run('doctor')).rejects.toMatchObject({ exitCode: 2 })
    await expect(run('doctor --json')).rejects.toMatchObject({ exitCode: 2 })
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ findings: [{ code: 'pointer-unreadable', level: 'problem' }] })
  })

  it('tells of an altered record after showing it', async () => {
    await run('prune').catch(() => {})
    await run('prune')
    const text = await readFile(site.copy.audit, 'utf8')
    await writeFile(site.copy.audit, text.replace('ada', 'bob'))
    await expect(run('log')).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining('Line 1 ') })
    expect(lines.join()).toContain('bob')
  })

  it.each([
    ['actvate', 'There is no command "actvate". Did you mean "activate"?', 'activate <package>@<version> …'],
    ['promote --from x', 'There is no command "promote".', '<command> …; "site help" lists them all'],
    ['constructor', 'There is no command "constructor".', '<command> …'],
    ['canary strat x', 'There is no command "canary strat". Did you mean "canary start"?', 'canary start <package>'],
    ['keys sing', 'There is no command "keys sing".', 'keys list|add|retire|revoke …'],
    ['orders show', '<id> is missing.', 'orders show <id> [--json]'],
    ['publish', '<package> is missing.', 'publish <package> [--from <dir>]'],
    ['activate', '<package>@<version> … is missing.', 'activate <package>@<version> … [--allow <rule>] [--reason "…"]'],
    ['backup', '<file> is missing.', 'backup <file>'],
    [
      'rollback 1 because it fails',
      '"because it fails" is too much. Put a reason in quotes.',
      'rollback [<composition>]',
    ],
    ['status --jsn', 'Unknown option \'--jsn\'. Did you mean "--json"?', 'status [--json]'],
    ['canary share 5 --reason', "Option '--reason <value>' argument missing.", 'canary share <percent> [--reason "…"]'],
  ])('ends "%s" with 2 and says what is wrong, and the usage in one line', async (command, what, usage) => {
    const refusal = await run(command).catch((error) => error)
    expect([refusal.exitCode, ...refusal.message.split('\n')]).toEqual([
      2,
      what,
      expect.stringContaining(`Usage: site ${usage}`),
    ])
  })

  it('knows no unknown option of any command', async () => {
    const names = (await run('help')).split('\n').map((line) => /^site ((?:[a-z-]+ ?)+)/.exec(line)?.[1] ?? '')
    expect(names.length).toBeGreaterThan(50)
    for (const name of names.map((it) => it.trim()).filter((it) => it !== 'help')) {
      await expect(run(`${name} --nonsense`)).rejects.toMatchObject({
        exitCode: 2,
        message: expect.stringMatching(`Unknown option '--nonsense'.*\nUsage: site ${name}`),
      })
    }
  })

  it.each([
    ['activate catalog', '"catalog" is not a release. Write for example catalog@0.1.1'],
    ['activate ../x@0.1.0', '../x@0.1.0 is not published'],
    ['rollback x', '"x" is not a number'],
    ['backup x.gz', 'There is no database in'],
    ['restore /nowhere/x.gz', 'no such file'],
    ['prune --keep 0', '"0" is not a number'],
    ['hold', 'Say why'],
    ['canary start catalog@0.1.0', 'Say for how many of the visitors'],
    ['health --since soon', 'is not a time such as 90s, 10m, 2h'],
  ])('refuses "%s" with a message', async (command, message) => {
    await expect(run(command)).rejects.toThrow(message)
  })

  it('finds no order in a shop that has none', async () => {
    expect(await run('orders')).toBe('No order needs attention')
    expect(await run('orders list')).toBe('There are no such orders')
  })

  it('explains itself, and one command with its options', async () => {
    expect(await run('help')).toContain('site publish <package>')
    for (const asked of ['help canary', 'canary help', 'canary start --help']) {
      expect(await run(asked)).toContain('site canary start <package>@<version> … [--share <percent>]')
    }
  })
})

it('says that a composition is live once the origins show it', async () => {
  // With PostgreSQL "Composition 1 is live again" came a second before visitors got it.
  await site.goLive()
  await site.publish(catalogFixture({ version: '0.2.0' }))
  await site.activate({ catalog: '0.2.0' })
  const dead = { name: 'dead', serving: 2, lastSeenSeconds: 9 }
  const served = [2, 2, 1]
  let reads = 0
  const origins = async () => [dead, { name: 'web-1', serving: served[Math.min(reads++, 2)], lastSeenSeconds: 0 }]
  const store = { ...site.store, origins } as TestSite['store']
  expect(await runAs(site, { store })('ada', 'rollback')).toBe('Composition 1 is live again, in the place of 2')
  expect(reads).toBe(3)
  const faulty = async () => [{ name: 'web-2', serving: 1, lastSeenSeconds: 0, error: 'its disk is full' }]
  const withFaulty = { ...site.store, origins: faulty } as unknown as TestSite['store']
  expect(await runAs(site, { store: withFaulty })('ada', 'rollback 2')).toMatch(
    /^Not every origin shows what is live yet: web-2\. .*\nComposition 2 is live again/,
  )
})

it('says which disk is full, how much is missing and what makes room', async () => {
  // A full disk printed "ENOSPC: no space left on device" alone.
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const store = { ...site.store, exclusive: () => Promise.reject(full) }
  await expect(runAs(site, { store })('ada', 'activate catalog@0.1.0')).rejects.toThrow(
    /^The disk at \/.*, which has SITE_DIR \(.+\), is full: \d+ MB are free, and \d+ MB more are needed\. .*"site prune --keep 3"/,
  )
})

// It said of a release in the registry that it is not published.
it('fetches what is to be live where another package is retired', async () => {
  const registry = { url: 'http://127.0.0.1:9/', token: undefined, scope: '@site-release' }
  await expect(runAs(site, { registry })('ada', 'retire catalog shell@2.1.0')).rejects.toThrow('does not answer')
})
