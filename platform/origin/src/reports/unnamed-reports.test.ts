import { catalogFixture } from '@platform/release/testing/fixture-release'
import { startCanary } from '@platform/site/changes/change-canary'
import { createTestSite, type TestSite } from '@platform/site/testing/test-site'
import { startTestOrigin, type TestOrigin, until } from '../testing/test-origin'
import { addressNumber, visitor } from '../testing/visitors'

let site: TestSite
let origin: TestOrigin

beforeAll(async () => {
  site = await createTestSite()
  await site.goLive()
  await site.publish(catalogFixture({ version: '0.2.0' }))
  origin = await startTestOrigin(site, { trustedProxies: ['127.0.0.1'] })
  await startCanary(site.store, { catalog: '0.2.0' }, { share: 50 }, site.limits)
  await until(() => origin.origin.site.alternates().canary !== undefined)
})

afterAll(async () => {
  await origin.close()
  await site.remove()
})

// A browser that keeps the number of its document from scripts said nothing that anybody counted.
it('a report without a composition counts for the only one that its address was sent, and for none of two', async () => {
  const { salt = '' } = origin.origin.site.alternates().canary ?? {}
  const [tried, stable, both] = [1, 2, 3].map((index) => visitor(origin, addressNumber(index)))
  for (const [it, buckets] of [
    [tried, [0]],
    [stable, [9_999]],
    [both, [0, 9_999]],
  ] as const) {
    for (const bucket of buckets) {
      it?.choose(salt, bucket)
      await it?.open('/courses')
    }
    await it?.say({ kind: 'interactive', url: '/courses' })
  }
  await origin.origin.automation.tick()
  const { visits } = await site.store.health.read(0)
  const interactive = (number: number) =>
    visits.filter(({ composition }) => composition === number).reduce((sum, it) => sum + it.interactive, 0)
  expect([interactive(1), interactive(2)]).toEqual([1, 1])
})
