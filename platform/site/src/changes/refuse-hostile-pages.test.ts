import { readdirSync } from 'node:fs'
import path from 'node:path'
import { checkActivation } from '../queries/check-activation'
import type { HostileRelease } from '../testing/hostile-pages/hostile-release'
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

const folder = path.join(__dirname, '../testing/hostile-pages')
const names = readdirSync(folder)
  .map((file) => path.basename(file, '.ts'))
  .filter((name) => name !== 'hostile-release')

describe('a release that would get something onto a page is refused by name, and nothing changes', () => {
  it('in each of the ways we know', () => expect(names.length).toBeGreaterThanOrEqual(29))

  it.each(names)('%s', async (name) => {
    const { release }: { release: HostileRelease } = await import(path.join(folder, name))
    const refusals: string[] = []
    const refusing = async (work: () => Promise<unknown>) => {
      await work().catch((error: Error) => refusals.push(error.message))
    }
    await refusing(() => site.publish(release.fixture))
    if (refusals.length === 0) {
      const { problems } = await checkActivation(site.copy, { catalog: '0.2.0' }, site.limits)
      expect(problems.join('\n')).toMatch(release.refusal)
      await refusing(() => site.activate({ catalog: '0.2.0' }))
    }
    expect(refusals.join('\n')).toMatch(release.refusal)
    expect(await site.copy.readPointer()).toMatchObject({ live: 1, history: [] })
  })
})
