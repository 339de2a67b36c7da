import { checkActivation } from '../queries/check-activation'
import { hostileReleases } from '../testing/hostile-pages'
import { createTestSite, type TestSite } from '../testing/test-site'

let live: TestSite
let site: TestSite

beforeAll(async () => {
  live = await createTestSite()
  await live.goLive()
})
beforeEach(async () => {
  site = await live.duplicate()
})
afterEach(() => site.remove())
afterAll(() => live.remove())

describe('a release that would get something onto a page is refused by name, and nothing changes', () => {
  it.each(Object.entries(hostileReleases))('%s', async (_name, { fixture, refusal }) => {
    const refusals: string[] = []
    const refusing = async (work: () => Promise<unknown>) => {
      await work().catch((error: Error) => refusals.push(error.message))
    }
    await refusing(() => site.publish(fixture))
    if (refusals.length === 0) {
      const { problems } = await checkActivation(site.copy, { catalog: '0.2.0' }, site.limits)
      expect(problems.join('\n')).toMatch(refusal)
      await refusing(() => site.activate({ catalog: '0.2.0' }))
    }
    expect(refusals.join('\n')).toMatch(refusal)
    expect(await site.copy.readPointer()).toMatchObject({ live: 1, history: [] })
  })
})
