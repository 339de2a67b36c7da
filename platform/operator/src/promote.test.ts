import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readComposition } from '@platform/compose/composition/composition'
import { catalogFixture, pageBundle } from '@platform/release/testing/fixture-release'
import { readAuditTrail } from '@platform/site/audit/audit-log'
import { createTestSite, type TestSite } from '@platform/site/testing/test-site'
import { runAs } from './testing/run-as'

const second = (text: string) =>
  catalogFixture({ version: '0.2.0', content: { 'server/courses-page.cjs': pageBundle(`'<h1>${text}</h1>'`) } })

let staging: TestSite
let site: TestSite
let run: ReturnType<typeof runAs>

beforeEach(async () => {
  ;[staging, site] = await Promise.all([createTestSite(), createTestSite()])
  run = runAs(site)
  for (const it of [staging, site]) await it.goLive()
  await staging.publish(second('Tried out'))
  await staging.activate({ catalog: '0.2.0' })
})

afterEach(() => Promise.all([staging.remove(), site.remove()]))

const live = async () => (await site.copy.readPointer())?.live

describe('site promote', () => {
  it('makes live the very releases that are live on a staging site, and takes what it lacks', async () => {
    expect(await run('ada', `promote --from ${staging.copy.root}`)).toMatch(
      /catalog@0\.2\.0 is published\nComposition 2 is live after [\d.]+ s: catalog@0\.2\.0, shell@0\.1\.0/,
    )
    const digests = async ({ copy }: TestSite) =>
      Object.entries((await readComposition(copy, 2)).releases).map(([name, { digest }]) => [name, digest])
    expect(await digests(site)).toEqual(await digests(staging))
    const { entries } = await readAuditTrail(site.store.audit)
    expect(entries.at(-1)).toMatchObject({ action: 'promote', target: `composition 2 of ${staging.copy.root}` })
    expect(await run('ada', `promote --from ${staging.copy.root}`)).toContain('already made of these releases')
  })

  it('refuses a release that is another build here, naming both digests', async () => {
    await site.publish(second('Something else'))
    await expect(run('ada', `promote --from ${staging.copy.root}`)).rejects.toThrow(
      /catalog@0\.2\.0 is another build here \([0-9a-f]{12}\) than on .* \([0-9a-f]{12}\)/,
    )
    expect(await live()).toBe(1)
  })

  it('waits for a second name where that is the rule', async () => {
    await run('ada', 'settings --approvals 2')
    expect(await run('ada', `promote --from ${staging.copy.root}`)).toContain('waits for a second name')
    expect(await live()).toBe(1)
    await run('bob', `approve ${(await site.copy.readPointer())?.prepared?.id}`)
    expect(await live()).toBe(2)
  })

  it('refuses a folder that is no site, and a site on which nothing is live', async () => {
    await expect(run('ada', 'promote --from /nowhere')).rejects.toThrow('There is no folder of a site at /nowhere')
    const empty = await createTestSite()
    await expect(run('ada', `promote --from ${empty.copy.root}`)).rejects.toThrow('Nothing is live on')
    await empty.remove()
  })
})

describe('site promote from an origin', () => {
  let server: Server
  let said: object

  beforeEach(async () => {
    server = createServer((_request, response) => response.end(JSON.stringify(said)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { number, releases } = await readComposition(staging.copy, 2)
    const pick = (field: 'version' | 'digest') =>
      Object.fromEntries(Object.entries(releases).map(([name, it]) => [name, it[field]]))
    said = { number, releases: pick('version'), digests: pick('digest') }
  })

  afterEach(() => new Promise((resolve) => server.close(resolve)))

  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  it('activates what it says when the same is here, and nothing when it is not', async () => {
    await expect(run('ada', `promote --from ${address()}`)).rejects.toThrow(
      /catalog@0\.2\.0 is not here, and 127\.0\.0\.1:\d+ gives no releases away/,
    )
    await site.publish(second('Tried out'))
    expect(await run('ada', `promote --from ${address()}`)).toContain('Composition 2 is live')
  })

  it('believes no answer without digests, and nobody who is not asked by https', async () => {
    said = { number: 2, releases: { catalog: '0.2.0' } }
    await expect(run('ada', `promote --from ${address()}`)).rejects.toThrow(
      'does not say which releases are live there',
    )
    await expect(run('ada', 'promote --from http://staging.example')).rejects.toThrow('asked by https alone')
    expect(await live()).toBe(1)
  })
})
