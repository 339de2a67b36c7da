import { catalogFixture } from '../testing/fixture-release'
import { createTestSite, type TestSite } from '../testing/test-site'
import { readPointer } from './pointer'
import { prune } from './prune'
import { rollBack } from './rollback'
import { readStatus } from './status'

let site: TestSite

beforeEach(async () => {
  site = await createTestSite()
  await site.goLive()
  for (const version of ['0.2.0', '0.3.0']) {
    await site.publish(catalogFixture({ version }))
    await site.activate({ catalog: version })
  }
})

afterEach(() => site.remove())

const live = async () => (await readPointer(site.folders))?.live

describe('rollBack: an operator can always undo', () => {
  it('goes back one composition, within a second', async () => {
    const started = performance.now()
    expect(await rollBack(site.folders)).toEqual({ from: 3, to: 2 })
    expect(performance.now() - started).toBeLessThan(1_000)
    expect(await live()).toBe(2)
  })

  it('goes further back when done twice, and stops at the first', async () => {
    await rollBack(site.folders)
    expect(await rollBack(site.folders)).toEqual({ from: 2, to: 1 })
    await expect(rollBack(site.folders)).rejects.toThrow('There is no earlier composition to go back to')
    expect(await live()).toBe(1)
  })

  it('goes to the composition given, and forward again', async () => {
    await rollBack(site.folders, 1)
    expect(await rollBack(site.folders, 3)).toEqual({ from: 1, to: 3 })
    expect(await rollBack(site.folders)).toEqual({ from: 3, to: 1 })
  })

  it('goes back to what was live before, not to a composition that was rolled back', async () => {
    await rollBack(site.folders)
    await site.activate({ catalog: '0.1.0' }, { publicUrl: 'https://shop.example' })
    expect(await rollBack(site.folders)).toEqual({ from: 4, to: 2 })
  })

  it.each([
    [3, 'Composition 3 is already live'],
    [9, 'Composition 9 is not kept. Kept are: 3, 2, 1'],
  ])('refuses to go to composition %d', async (number, message) => {
    await expect(rollBack(site.folders, number)).rejects.toThrow(message)
  })

  it('passes over compositions that were pruned', async () => {
    await prune(site.folders, 1)
    await expect(rollBack(site.folders)).rejects.toThrow('There is no earlier composition')
  })
})

describe('readStatus', () => {
  it('tells what is live, what can be gone back to and what waits', async () => {
    await rollBack(site.folders)
    const { live, kept, waiting } = await readStatus(site.folders)
    expect(live).toMatchObject({ number: 2, releases: { catalog: { version: '0.2.0' }, shell: { version: '0.1.0' } } })
    expect(kept.map(({ number }) => number)).toEqual([3, 1])
    expect(waiting.map(({ version }) => version)).toEqual(['0.3.0', '0.1.0'])
  })
})
