import { appendFile } from 'node:fs/promises'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import { catalogFixture, hostFixture, pageBundle } from '@platform/release/testing/fixture-release'
import { readAuditTrail } from '@platform/site/audit/audit-log'
import { createTestSite, type TestSite } from '@platform/site/testing/test-site'
import { runAs } from './testing/run-as'

let site: TestSite
let run: ReturnType<typeof runAs>

beforeEach(async () => {
  site = await createTestSite()
  run = runAs(site)
  await site.goLive()
  await site.publish(catalogFixture({ version: '0.2.0' }))
  await run('ada', 'settings --approvals 2')
})

afterEach(() => site.remove())

const live = async () => (await site.copy.readPointer())?.live
const waiting = async () => (await site.copy.readPointer())?.prepared
const idOf = (text: string) => /site approve ([0-9a-f]{8})$/.exec(text)?.[1] ?? ''

describe('a site on which something new needs two names', () => {
  it('gives visitors what one person prepared and another approved, and both stand in the audit log', async () => {
    const prepared = await run('ada', ['activate', 'catalog@latest', '--reason', 'ready'])
    expect(prepared).toContain('"activate catalog@0.2.0 --reason ready" waits for a second name.')
    expect(await live()).toBe(1)
    expect(await run('bob', 'status')).toMatch(
      /^Waits for a second name \(site approve [0-9a-f]{8}\): activate catalog@0\.2\.0 .*\n {2}prepared .* by ada: ready/,
    )
    expect(await run('bob', `approve ${idOf(prepared)}`)).toContain('Composition 2 is live')
    expect(await waiting()).toBeUndefined()
    const { entries } = await readAuditTrail(site.store.audit)
    expect(entries.slice(-3)).toMatchObject([
      {
        action: 'prepare',
        actor: { name: 'ada' },
        target: 'activate catalog@latest',
        after: { waits: idOf(prepared) },
      },
      { action: 'approve', actor: { name: 'bob' }, after: { preparedBy: 'ada' } },
      { action: 'activate', actor: { name: 'bob' }, reason: 'ready', after: { composition: 2, preparedBy: 'ada' } },
    ])
  })

  it('does not take the same name twice, from a shell and from the console', async () => {
    const id = idOf(await run('ada', 'activate catalog@0.2.0'))
    await expect(run('Ada ', `approve ${id}`)).rejects.toThrow('ada prepared it, so somebody else has to approve it')
    await expect(run({ kind: 'console', name: 'ada' }, `approve ${id}`)).rejects.toThrow('ada prepared it')
    expect(await live()).toBe(1)
    expect((await waiting())?.id).toBe(id)
  })

  it('takes back without a second name: rollback, hold, canary stop', async () => {
    await run('bob', `approve ${idOf(await run('ada', 'activate catalog@0.2.0'))}`)
    await run('ada', 'rollback')
    expect(await live()).toBe(1)
    const id = idOf(await run('ada', 'canary start catalog@0.2.0 --share 5'))
    expect(await site.copy.readPointer()).not.toHaveProperty('canary')
    await run('bob', `approve ${id}`)
    expect(await site.copy.readPointer()).toMatchObject({ canary: { share: 5 } })
    expect(await waiting()).toBeUndefined()
    await run('ada', 'canary stop')
    await run('ada', ['hold', '--reason', 'looking'])
    expect(await site.copy.readPointer()).toMatchObject({ live: 1, hold: { reason: 'looking' } })
  })

  it('has no way round it: another command, the settings of the pages, the rule itself', async () => {
    const shell = hostFixture({ version: '0.2.0', routes: { '/': 'shell/home-page', '/about': 'shell/about-page' } })
    await site.publish(shell)
    for (const command of [
      'retire catalog shell@latest',
      'canary start catalog@0.2.0 --share 100',
      'settings --public-url https://shop.example',
      'settings --approvals 1',
    ]) {
      expect(await run('ada', command)).toContain('waits for a second name')
    }
    expect(await site.copy.readPointer()).toMatchObject({ live: 1, approvals: 2 })
    // The last one waits, in the place of those before it.
    await run('bob', `approve ${(await waiting())?.id}`)
    expect(await site.copy.readPointer()).not.toHaveProperty('approvals')
    expect(await run('ada', 'activate catalog@0.2.0')).toContain('Composition 2 is live')
  })

  it('renders ahead in one name, and makes that live in two (decision 35)', async () => {
    expect(await run('ada', 'prepare catalog@latest')).toMatch(
      /^Composition 2 is prepared until .*: catalog@0\.2\.0, shell@0\.1\.0\nNobody gets it.*: site activate catalog@0\.2\.0$/,
    )
    expect(await site.copy.readPointer()).toMatchObject({ live: 1, ahead: [{ composition: 2 }] })
    expect(await run('bob', 'status')).toMatch(/^Prepared:\n {2}2 .*catalog@0\.2\.0 shell@0\.1\.0 {2}until/m)
    expect(await run('bob', 'status')).toMatch(/^Kept to roll back to:\n {2}none/m)
    await expect(run('ada', 'rollback 2')).rejects.toThrow('was only prepared')
    const id = idOf(await run('ada', 'activate catalog@0.2.0'))
    expect(await live()).toBe(1)
    expect(await run('bob', `approve ${id}`)).toContain('Composition 2 is live')
    const { entries } = await readAuditTrail(site.store.audit)
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'render ahead',
        target: 'catalog@latest',
        after: expect.objectContaining({ ahead: 2 }),
      }),
    )
  })

  it('refuses at once what would be refused, and prepares nothing', async () => {
    const content = { 'server/courses-page.cjs': pageBundle(`'<h1>x</h1><a href="/nowhere">y</a>'`) }
    await site.publish(catalogFixture({ version: '0.3.0', content }))
    await expect(run('ada', 'activate catalog@0.3.0')).rejects.toThrow('/nowhere')
    expect(await waiting()).toBeUndefined()
    expect(await run('ada', 'activate catalog@0.1.0')).toContain('already made of these releases')
  })

  it('forgets what waits when something else becomes live, when it is withdrawn or replaced', async () => {
    const first = idOf(await run('ada', 'activate catalog@0.2.0'))
    const second = idOf(await run('ada', ['activate', 'catalog@0.2.0', '--reason', 'again']))
    await expect(run('bob', `approve ${first}`)).rejects.toThrow(`What waits is ${second}, not ${first}`)
    await run('bob', `approve ${second} --withdraw`)
    await expect(run('bob', `approve ${second}`)).rejects.toThrow('Nothing waits for a second name')
    await run('bob', `approve ${idOf(await run('ada', 'activate catalog@0.2.0'))}`)
    await run('ada', 'activate catalog@0.1.0')
    await run('ada', 'rollback')
    expect(await waiting()).toBeUndefined()
  })

  it('takes the very release that was prepared', async () => {
    const id = idOf(await run('ada', 'activate catalog@0.2.0'))
    await appendFile(`${site.copy.release('catalog', '0.2.0')}/${RELEASE_FILE}`, '\n')
    await expect(run('bob', `approve ${id}`)).rejects.toThrow(
      'catalog@0.2.0 is not the release that was prepared any more',
    )
    expect(await live()).toBe(1)
  })
})
