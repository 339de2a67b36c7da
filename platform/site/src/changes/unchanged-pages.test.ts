import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { catalogFixture, type Fixture, hostFixture } from '@platform/release/testing/fixture-release'
import { checkActivation } from '../queries/check-activation'
import { createTestSite, type TestSite } from '../testing/test-site'
import { rollBack } from './roll-back'

let site: TestSite

/** A shell whose own pages say which file of catalog is live: they would change with catalog's releases. */
function talkingHost(fixture: Fixture = {}): Fixture {
  const bundle = hostFixture().content?.['server/index.cjs'] ?? ''
  const talking = bundle.replace(`'<h1>shell page ' + url`, `'<h1>' + config.remotes.catalog.entry + url`)
  expect(talking).not.toBe(bundle)
  return hostFixture({ ...fixture, content: { 'server/index.cjs': talking } })
}
const nextCatalog = catalogFixture({ version: '0.2.0', content: { 'client/remote-entry.js': 'var catalog = 2' } })

beforeEach(async () => {
  site = await createTestSite()
})
afterEach(() => site.remove())

async function goLive(host: Fixture): Promise<void> {
  await site.publish(host)
  await site.publish(catalogFixture())
  await site.activate({ shell: 'latest', catalog: 'latest' })
  await site.publish(nextCatalog)
}

describe('a page of a release that stays, under the same shell and settings', () => {
  const refusal =
    /page \/ of shell\/home-page \(shell@0\.1\.0\) at 1:\d+: ".*remote-entry\.\w+\.js.*" in the place of ".*"\n {2}page \/about/

  it('must stay as it is: else the activation is refused, naming the page and the place', async () => {
    await goLive(talkingHost())
    await expect(site.activate({ catalog: '0.2.0' })).rejects.toThrow(refusal)
    expect((await checkActivation(site.copy, { catalog: '0.2.0' }, site.limits)).problems.join()).toMatch(refusal)
    expect(await site.copy.readPointer()).toMatchObject({ live: 1 })
  })

  it('stays the same when only what every composition says anew is another', async () => {
    await goLive(hostFixture())
    expect(await site.activate({ catalog: '0.2.0' })).toMatchObject({ number: 2, outcome: 'activated' })
    const home = (number: number) => readFile(path.join(site.copy.composition(number), 'pages/index.html'), 'utf8')
    expect(await home(2)).not.toBe(await home(1))
  })

  it('may change with the shell', async () => {
    await goLive(talkingHost())
    await site.publish(talkingHost({ version: '0.2.0' }))
    expect(await site.activate({ catalog: '0.2.0', shell: '0.2.0' })).toMatchObject({ number: 2 })
  })

  it('may change with a setting', async () => {
    await goLive(talkingHost())
    expect(await site.changeSettings({ publicUrl: 'https://shop.example' })).toMatchObject({
      activation: { number: 2 },
    })
  })

  it('is not held against one that was damaged, or the damage could never be mended', async () => {
    await goLive(talkingHost())
    for (const file of ['index.html', 'about/index.html']) {
      await writeFile(path.join(site.copy.composition(1), 'pages', file), 'damaged')
    }
    expect(await site.activate({ catalog: '0.2.0' })).toMatchObject({ number: 2 })
  })

  it('does not keep a rollback from anything', async () => {
    await goLive(hostFixture())
    await site.activate({ catalog: '0.2.0' })
    expect(await rollBack(site.store)).toMatchObject({ from: 2, to: 1 })
  })
})
