import { readFileSync } from 'node:fs'
import { appendFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { readHostileReleases } from '../../platform/compose/src/testing/hostile-releases.mjs'
import { digestAnswers, publicPaths } from '../support/evidence'
import { root, type Site } from '../support/site'
import { expect, shareSite, test } from '../support/test'

const table = path.join(root, 'platform/compose/src/testing/fixtures/hostile-releases.txt')
const { hostileReleases, withAttack } = readHostileReleases(readFileSync(table, 'utf8'))

/** A refusal names pages and modules of catalog alone. */
const OWN = /(?:page \S+ of|module) catalog\//
const OTHERS = /(?:page \S+ of|module) (?:shell|content|checkout)\//

/** Attacks on the engine, whatever the bundle. */
const WITHOUT_BUNDLE = new Set([
  ...['deep-native', 'deep-source', 'endless-generator', 'endless-immediates', 'endless-start', 'late-timer'],
  ...['lent-parser-huge', 'locale', 'memory-buffers', 'memory-text', 'native-fill', 'native-join', 'native-pattern'],
  ...['own-scope', 'standard-output', 'throwing-getters', 'time-and-chance'],
])
/** `hostile-releases.test.ts` tries all by day; `HOSTILE=all` makes all releases here. */
const BY_DAY = ['shared-library', 'forged-message', 'endless-loop']
const attacks = Object.entries(hostileReleases).filter(([name]) =>
  process.env.HOSTILE === 'all' ? !WITHOUT_BUNDLE.has(name) : BY_DAY.includes(name),
)

const shared = shareSite()

async function evidence() {
  const { live } = JSON.parse(await shared.site.mustRun('status', '--json'))
  return { live, answers: await digestAnswers(shared.url, publicPaths) }
}

async function publish(version: string, change: Parameters<Site['copyRelease']>[2]): Promise<string> {
  await shared.site.mustRun('publish', 'catalog', '--from', await shared.site.copyRelease('catalog', version, change))
  return `catalog@${version}`
}

test('a release that does not work is refused at activation, by its reason, and nothing changes', async () => {
  const before = await evidence()
  const throwing = { from: '"Available Courses"', to: '(()=>{throw new Error("does not render")})()' }
  const other = { everywhere: [{ from: '"Available Courses"', to: '"Other"' }] }
  await publish('9.0.0', { server: [throwing] })
  await publish('9.0.1', {
    manifest: (release) => {
      release.exposes = ['./courses-page']
      release.pages = [{ module: './courses-page', path: '/courses' }]
    },
  })
  await publish('9.0.2', other)
  await appendFile(path.join(shared.site.directory, 'releases/catalog/9.0.2/server/courses-page.cjs'), '\n')
  for (const [version, reason] of [
    ['9.0.0', /page \/courses of catalog\/courses-page.*does not render/s],
    ['9.0.1', /routes to catalog\/safety-plus-page, which no live release exposes/],
    ['9.0.2', /courses-page\.cjs.*does not match its digest/],
  ] as const) {
    const { code, output } = await shared.site.run('activate', `catalog@${version}`)
    expect(code).toBe(1)
    expect(output).toMatch(reason)
  }
  expect(await evidence()).toEqual(before)
})

test('a release with a changed or missing file, or of a version with other content, is not published', async () => {
  const before = await evidence()
  const changed = await shared.site.copyRelease('catalog', '9.1.0')
  await appendFile(path.join(changed, 'server/courses-page.cjs'), '\n')
  const missing = await shared.site.copyRelease('catalog', '9.1.0')
  await rm(path.join(missing, 'server/courses-page.cjs'))
  await publish('9.2.0', {})
  const taken = await shared.site.copyRelease('catalog', '9.2.0', {
    everywhere: [{ from: '"Available Courses"', to: '"Other"' }],
  })
  for (const [folder, reason] of [
    [changed, /server\/courses-page\.cjs/],
    [missing, /server\/courses-page\.cjs/],
    [taken, /already published with other content/],
  ] as const) {
    const { code, output } = await shared.site.run('publish', 'catalog', '--from', folder)
    expect(code).toBe(1)
    expect(output).toMatch(reason)
  }
  expect(await evidence()).toEqual(before)
})

for (const [index, [name, leadsTo]] of attacks.entries()) {
  test(`a hostile release touches no page but its own: ${name}`, async () => {
    const files = { 'server/courses-page.cjs': (bundle: string) => withAttack(bundle, name) }
    const release = await publish(`9.3.${index}`, { files })
    const isHarmless = leadsTo === 'harmless'
    const { code, output } = await shared.site.run(...(isHarmless ? ['diff', release, '--json'] : ['check', release]))
    if (isHarmless && code === 0) {
      const changed: { module: string }[] = JSON.parse(output).pages.changed
      expect(changed.filter(({ module }) => !module.startsWith('catalog/'))).toEqual([])
      return
    }
    expect(output).toMatch(OWN)
    expect(output).not.toMatch(OTHERS)
    if (isHarmless) return
    expect(code).toBe(2)
    expect(output).toMatch(new RegExp(leadsTo))
  })
}
