import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { createSite, type Site } from '../support/site'
import { expect, test } from '../support/test'

/** `KILLS=20 npm run e2e -- killed` is the whole promise; a run of all tests takes a few at moments of its own. */
const KILLS = Number(process.env.KILLS ?? 3)
const SEED = Number(process.env.KILL_SEED ?? Date.now() % 1_000)

let site: Site

test.beforeAll(async () => {
  // Fast compression: what is looked at here is not what a browser downloads.
  site = await createSite({ variables: { SITE_DEV: '1' } })
  await site.deploy()
})
test.afterAll(() => site.remove())

test('an operator who is killed at any moment leaves a site that works and nothing behind', async () => {
  test.slow()
  const next = randomNumbers(SEED)
  const started = performance.now()
  await site.release('catalog', '9.0.0')
  const releaseMs = performance.now() - started
  const left: string[] = []

  for (let round = 1; round <= KILLS; round += 1) {
    const version = `9.0.${round}`
    const folder = await site.copyRelease('catalog', version)
    const acts = [
      ['publish', 'catalog', '--from', folder],
      ['activate', `catalog@9.0.${round % 2 === 0 ? round - 2 : round - 1}`],
      ['prune', '--keep', '1'],
    ]
    const act = acts[Math.floor(next() * acts.length)] ?? ['status']
    const killedAt = Math.round(next() * releaseMs)
    await site.runAndKill(killedAt, ...act)

    const where = `${act[0]} killed after ${killedAt} ms (seed ${SEED}, round ${round})`
    const status = await site.run('status', '--json')
    expect(status.code, where).toBe(0)
    expect(JSON.parse(status.output).live, where).toBeTruthy()
    await site.mustRun('publish', 'catalog', '--from', folder)
    await site.mustRun('activate', `catalog@${version}`)
    left.push(...(await leftovers(site.directory)).map((name) => `${where}: ${name}`))
    await rm(folder, { recursive: true })
  }

  expect(left).toEqual([])
  const url = await site.start()
  expect((await fetch(`${url}/courses`)).status).toBe(200)
})

test('of two operators at once one wins, and the other is told by whom', async () => {
  for (const version of ['8.0.1', '8.0.2']) {
    await site.mustRun('publish', 'catalog', '--from', await site.copyRelease('catalog', version))
  }
  const outcomes = await Promise.all(['8.0.1', '8.0.2'].map((version) => site.run('activate', `catalog@${version}`)))
  const [refused, ...others] = outcomes.filter(({ code }) => code !== 0)
  expect(others).toEqual([])
  expect(refused?.output).toMatch(
    /Another operator is changing the site: .+ on .+ \(process \d+, activate catalog@8\.0\.\d\)/,
  )
  const { live } = JSON.parse(await site.mustRun('status', '--json'))
  expect(outcomes.find(({ code }) => code === 0)?.output).toContain(`Composition ${live.number} is live`)
})

/** What stands in the site's folder beside what belongs there. */
async function leftovers(directory: string): Promise<string[]> {
  const known = [
    'releases',
    'compositions',
    'blobs',
    'tmp',
    'current',
    'reserve',
    'settings.json',
    'record.jsonl',
    'seen.json',
    'keys',
    'reserve',
    'health.json',
  ]
  const [top, temporary] = await Promise.all([readdir(directory), readdir(path.join(directory, 'tmp'))])
  return [...top.filter((name) => !known.includes(name)), ...temporary, ...(await halfBlobs(directory))]
}

/** Blobs are named after their content: one that is not whole is not what its name says. */
async function halfBlobs(directory: string): Promise<string[]> {
  const files = await readdir(path.join(directory, 'blobs'), { recursive: true, withFileTypes: true })
  const isHalf = async ({ parentPath, name }: Dirent) =>
    createHash('sha256')
      .update(await readFile(path.join(parentPath, name)))
      .digest('hex') !== name
  const blobs = files.filter((it) => it.isFile())
  return (await Promise.all(blobs.map(async (it) => ((await isHalf(it)) ? [it.name] : [])))).flat()
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
