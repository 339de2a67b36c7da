import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { catalogFixture, hostFixture, pageBundle } from '../testing/fixture-release'
import { createTestSite, listFiles, type TestSite } from '../testing/test-site'
import { readComposition } from './composition'
import { readPointer } from './pointer'

let site: TestSite

beforeEach(async () => {
  site = await createTestSite({ timeoutMs: 2_000 })
})

afterEach(() => site.remove())

describe('activateReleases', () => {
  it('renders every page and variant and makes the composition live', async () => {
    expect(await site.goLive()).toEqual({
      number: 1,
      outcome: 'activated',
      releases: { catalog: '0.1.0', shell: '0.1.0' },
    })

    const composition = await readComposition(site.folders, 1)
    expect(Object.keys(composition.pages).sort()).toEqual(['/', '/about', '/courses'])
    expect(composition.data).toEqual({ catalog: { prices: { 1: 12900 } }, shell: {} })
    const food = composition.pages['/courses']?.variants?.values.food
    const html = await readFile(path.join(site.folders.composition(1), food?.file ?? ''), 'utf8')
    expect(html).toContain('<h1>Courses at /courses?category=food with 19.3.1</h1>')
    expect(html).toContain('.courses{color:green}')
    expect(html).toContain('/releases/catalog/0.1.0/courses.bb22.js')
    expect(await readPointer(site.folders)).toEqual({ live: 1, history: [] })
  })
})
