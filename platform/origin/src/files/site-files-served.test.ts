import { listCompositions } from '@platform/compose/composition/composition-folder'
import { readPage } from '@platform/compose/testing/kept-page'
import { addressOf, fileOf } from '@platform/release/testing/fixture-files'
import { catalogFixture, hostFixture } from '@platform/release/testing/fixture-release'
import { startCanary } from '@platform/site/changes/change-canary'
import { makePreview } from '@platform/site/changes/make-preview'
import { prune } from '@platform/site/changes/prune-site'
import { ageVisits, createTestSite, type TestSite } from '@platform/site/testing/test-site'
import { compositionIn, type Reply } from '../testing/send-request'
import { startTestOrigin, type TestOrigin, until } from '../testing/test-origin'

const HOUR_MS = 3_600_000
const second = catalogFixture({ version: '0.2.0', content: { 'client/courses.js': '/* second */' } })
let site: TestSite
let origin: TestOrigin

beforeEach(async () => {
  site = await createTestSite()
  await site.goLive()
  await site.publish(second)
  origin = await startTestOrigin(site)
})
afterEach(async () => {
  await origin.close()
  await site.remove()
})

const open = (headers: Record<string, string> = {}) => origin.send('/about', { headers })
/** Where the page's scripts find the files of its composition. */
const addressIn = ({ headers }: Reply) =>
  `/site/files.${/files;desc=([0-9a-f]{8})$/.exec(String(headers['server-timing']))?.[1]}.json`
const scriptIn = ({ text }: Reply) => JSON.parse(text).files.catalog['courses.js']
const hashOf = (fixture: typeof second) => fileOf(fixture, 'courses.js').split('.').at(-2)

async function goSecond(): Promise<void> {
  await site.activate({ catalog: '0.2.0' })
  await until(async () => compositionIn(await open()) === 2)
}

describe('the files of all packages', () => {
  it('are named by the composition that a page was sent in, at an address that never changes', async () => {
    const reply = await origin.send(addressIn(await open()), { headers: { 'accept-encoding': 'identity' } })
    expect(JSON.parse(reply.text)).toEqual({
      shellVersion: '0.1.0',
      remotes: {
        catalog: {
          version: '0.1.0',
          entry: addressOf(catalogFixture(), 'remote-entry.js'),
          integrity: expect.stringMatching(/^sha256-/),
          scripts: { './courses-page': [addressOf(catalogFixture(), 'courses.js')] },
        },
      },
      files: {
        shell: expect.objectContaining({ 'about.js': fileOf(hostFixture(), 'about.js').split('.').at(-2) }),
        catalog: expect.objectContaining({ 'courses.js': hashOf(catalogFixture()) }),
      },
    })
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
    })
    const packed = await origin.send(addressIn(await open()), { headers: { 'accept-encoding': 'br' } })
    expect(packed.headers['content-encoding']).toBe('br')
  })

  it('of a page that was opened before a release stay there, and go with its composition', async () => {
    const before = addressIn(await open())
    await goSecond()
    const after = addressIn(await open())
    expect([scriptIn(await origin.send(before)), scriptIn(await origin.send(after))]).toEqual([
      hashOf(catalogFixture()),
      hashOf(second),
    ])
    await ageVisits(site.copy)
    await prune(site.store, 1)
    expect(await listCompositions(site.copy)).toEqual([2])
    await origin.origin.site.refresh()
    expect([(await origin.send(before)).status, (await origin.send(after)).status]).toEqual([404, 200])
  })

  it('of what a visitor gets now stand at one address for browsers that are told no other', async () => {
    const { headers } = await origin.send('/site/files.json')
    expect(headers['cache-control']).toBe('no-cache')
    await startCanary(site.store, { catalog: '0.2.0' }, { share: 50 }, site.limits)
    await until(() => origin.origin.site.alternates().canary !== undefined)
    const { salt } = origin.origin.site.alternates().canary ?? {}
    const of = (bucket: number) =>
      origin.send('/site/files.json', { headers: { cookie: `site_rollout=${salt}.${bucket}` } })
    expect([scriptIn(await of(0)), scriptIn(await of(9_999))]).toEqual([hashOf(second), hashOf(catalogFixture())])
    expect((await of(0)).headers['cache-control']).toBe('private, no-cache')
  })

  it('of a preview are for those who have its link', async () => {
    const { number, link } = await makePreview(site.store, { catalog: '0.2.0' }, HOUR_MS, site.limits)
    await until(() => origin.origin.site.alternates().previews.length > 0)
    const headers = { cookie: `site_preview=${link.split('/preview/')[1]}` }
    const page = await open(headers)
    expect(compositionIn(page)).toBe(number)
    expect(scriptIn(await origin.send(addressIn(page), { headers }))).toBe(hashOf(second))
    expect((await origin.send(addressIn(page))).status).toBe(404)
  })

  it('are kept as they were composed', async () => {
    const json = await readPage(site.copy, 1, '/site/files.json')
    expect((await origin.send('/site/files.json')).text).toBe(json)
  })
})

describe('a page that its browser has', () => {
  it('is not sent again for a release of another package, and is of the new composition', async () => {
    const { headers } = await open()
    await goSecond()
    const again = await open({ 'if-none-match': String(headers.etag) })
    expect([again.status, again.text, compositionIn(again)]).toEqual([304, '', 2])
  })
})
