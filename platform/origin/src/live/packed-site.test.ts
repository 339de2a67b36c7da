import { readdir } from 'node:fs/promises'
import { readAuditLog } from '@platform/site/audit/audit-log'
import { prune } from '@platform/site/changes/prune-site'
import { rollBack } from '@platform/site/changes/roll-back'
import { createTestSite, type TestSite, unpackPackedSite } from '@platform/site/testing/test-site'
import { startTestOrigin, type TestOrigin, until } from '../testing/test-origin'

let site: TestSite
let origin: TestOrigin

beforeEach(async () => {
  site = await createTestSite()
  await unpackPackedSite(site.copy.root)
  origin = await startTestOrigin(site)
})
afterEach(async () => {
  await origin.close()
  await site.remove()
})

const numberOf = () => origin.origin.site.current()?.composition.number

describe('a site folder that a program of before has made', () => {
  it('is shown as it was, in every encoding, with its settings, keys and audit log', async () => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      for (const address of ['/', '/about', '/courses', '/robots.txt', '/sitemap.xml']) {
        const reply = await origin.send(address, { headers: { 'accept-encoding': encoding } })
        expect([address, reply.status]).toEqual([address, 200])
      }
    }
    expect((await origin.send('/courses')).text).toContain('"version":"0.2.0"')
    const timing = String((await origin.send('/')).headers['server-timing'])
    const files = `/site/files.${/files;desc=(\w+)/.exec(timing)?.[1]}.json`
    expect((await origin.send(files)).status).toBe(200)
    expect(Object.keys(await site.copy.readKeys())).toEqual(['content'])
    const { entries, alteration } = await readAuditLog(site.store.audit)
    expect([entries.length, alteration]).toEqual([1, undefined])
    expect(await readdir(site.copy.root)).not.toContain('packs')
  })

  it('is gone back in, and goes on with releases made now', async () => {
    expect(await rollBack(site.store)).toMatchObject({ from: 2, to: 1, skipped: [] })
    await until(() => numberOf() === 1)
    expect((await origin.send('/courses')).text).toContain('"version":"0.1.0"')
    expect(await site.activate({ catalog: '0.2.0' })).toMatchObject({ number: 3, outcome: 'activated' })
    await until(() => numberOf() === 3)
    await prune(site.store)
    expect(await rollBack(site.store)).toMatchObject({ from: 3, to: 1, skipped: [] })
    await until(() => numberOf() === 1)
    expect((await origin.send('/about')).status).toBe(200)
  })
})
