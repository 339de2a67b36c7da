import { hostileReleases, withAttack } from '../support/hostile-releases'
import { createSite, type Site } from '../support/site'
import { expect, test } from '../support/test'

/** What a refusal names: pages and modules of catalog, and of nobody else. */
const OWN = /(?:page \S+ of|module) catalog\//
const OTHERS = /(?:page \S+ of|module) (?:shell|content|checkout)\//

/** These are between page and engine alone, whatever the bundle; `hostile-releases.test.ts` tries all. */
const WITHOUT_BUNDLE = new Set([
  ...['deep-native', 'deep-source', 'endless-generator', 'endless-immediates', 'endless-start', 'late-timer'],
  ...['lent-parser-huge', 'locale', 'memory-buffers', 'memory-text', 'native-fill', 'native-join', 'native-pattern'],
  ...['own-scope', 'standard-output', 'throwing-getters', 'time-and-chance'],
])
/**
 * One for each way to reach further than a page of one's own: to patch or replace what others use, to leave something
 * behind, to speak in another's name, to use up what is there, to fail late or never end, to ask for what is not given. That
 * file tries the others too, by day and in the same engine; every night they are releases here (`HOSTILE=all`).
 */
const BY_DAY = new Set([
  ...['patched-promise', 'polluted-prototype', 'polluted-modules', 'shared-library', 'left-behind', 'forged-message'],
  ...['spent-budget', 'endless-loop', 'late-rejection', 'require-node'],
])
const chosen = Object.entries(hostileReleases)
  .filter(([name]) => !WITHOUT_BUNDLE.has(name))
  .filter(([name]) => process.env.HOSTILE === 'all' || BY_DAY.has(name))

test.describe('a hostile release touches no page but its own', () => {
  // One site for all of them, since nothing changes.
  test.describe.configure({ mode: 'default' })
  let site: Site

  test.beforeAll(async () => {
    site = await createSite({ from: process.env.BUILT_SITE_DIR ?? '' })
  })
  test.afterAll(() => site.remove())

  test('each attack that is tried by day is one we have', () => {
    expect(Object.keys(hostileReleases)).toEqual(expect.arrayContaining([...BY_DAY]))
  })

  for (const [index, [name, leadsTo]] of chosen.entries()) {
    test(name, async () => {
      const version = `9.0.${index}`
      const files = { 'server/courses-page.cjs': (bundle: string) => withAttack(bundle, name) }
      await site.mustRun('publish', 'catalog', '--from', await site.copyRelease('catalog', version, { files }))
      if (leadsTo === 'harmless') return expectHarmless(site, `catalog@${version}`)
      const { code, output } = await site.run('check', `catalog@${version}`)
      expect(code).toBe(2)
      expectOwn(output)
      expect(output).toMatch(new RegExp(leadsTo))
    })
  }
})

/** Refused by its name, or no page changes but catalog's. */
async function expectHarmless(site: Site, release: string): Promise<void> {
  const { code, output } = await site.run('diff', release, '--json')
  if (code !== 0) return expectOwn(output)
  const { pages } = JSON.parse(output)
  const changed: string[] = pages.changed.map(({ module }: { module: string }) => module)
  expect(changed.filter((module) => !module.startsWith('catalog/'))).toEqual([])
}

function expectOwn(output: string): void {
  expect(output).toMatch(OWN)
  expect(output).not.toMatch(OTHERS)
}
