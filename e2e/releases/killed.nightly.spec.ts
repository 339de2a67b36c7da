import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { routes } from '../support/routes'
import { createSite, type Site } from '../support/site'
import { expect, test } from '../support/test'

/** `KILLS=40 npm test -- --only nightly` is the whole promise. */
const KILLS = Number(process.env.KILLS ?? 8)

let site: Site
let url: string

test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  site = await createSite({ variables: { SITE_DEV: '1' } })
  await site.deploy()
  url = await site.start()
})
test.afterAll(() => site.remove())

async function readState() {
  const { live, canary } = JSON.parse(await site.mustRun('status', '--json'))
  return { live, canary }
}

/** Codes of doctor's findings; a trial shop has some. */
async function findings(): Promise<string[]> {
  const { output } = await site.run('doctor', '--json')
  return [...output.matchAll(/"code": "([^"]+)"/g)].map(([, code = '']) => code)
}

test('an operator or origin that is killed at any moment of a change leaves a site that works and nothing behind', async () => {
  test.setTimeout(120_000 + KILLS * 60_000)
  await site.release('catalog', '9.0.0')
  const foundBefore = await findings()
  const hosts = ['localhost', '127.0.0.1']

  for (let round = 1; round <= KILLS; round += 1) {
    const version = `9.0.${round}`
    const change = { everywhere: [{ from: '"Available Courses"', to: `"Courses of ${version}"` }] }
    const folder = await site.copyRelease('catalog', version, change)
    const publish = () => site.mustRun('publish', 'catalog', '--from', folder)
    const start = ['canary', 'start', `catalog@${version}`, '--share', '5']
    const address = url.replace(/localhost/, hosts[(1 + Math.floor(round / 8)) % 2] ?? '')
    const acts: [string[], (() => Promise<unknown>)?][] = [
      [['publish', 'catalog', '--from', folder]],
      [['activate', `catalog@${version}`], publish],
      [['rollback']],
      [start, publish],
      [['canary', 'finish'], () => publish().then(() => site.mustRun(...start))],
      [['settings', '--public-url', address]],
      [['prune', '--keep', '1']],
      [['origin']],
    ]
    const [act, prepare] = acts[round % acts.length] ?? [[]]
    await prepare?.()
    const before = await readState()
    const [known] = JSON.parse(await site.mustRun('log', '--json')).entries
    // A change touches some fifteen entries of the site's folder.
    const killedAt = 1 + Math.floor(Math.random() * (act[0] === 'origin' ? 2_000 : 15))
    if (act[0] === 'origin') {
      await site.deployAndKill(killedAt)
      await site.start()
    } else await site.runAndKill(killedAt, ...act)

    const where = `${act.join(' ')} killed after ${killedAt} ${act[0] === 'origin' ? 'ms' : 'changes'}`
    const after = await readState()
    const { entries, alteration } = JSON.parse(await site.mustRun('log', '--json', '--limit', '3'))
    expect(alteration, where).toBeNull()
    const added = entries.filter((it: { line: number }) => it.line > known.line)
    if (JSON.stringify(after) !== JSON.stringify(before)) {
      expect(added, where).toMatchObject([{ action: expect.stringContaining(act[0] ?? '') }])
    }
    const shown = async () => Object(await (await fetch(`${url}/composition.json`)).json()).number
    await expect.poll(shown, { message: where }).toBe(after.live.number)
    for (const { path: page } of routes) expect((await fetch(url + page)).status, where).toBe(200)
    const live = after.live.releases.catalog.version
    expect(await (await fetch(`${url}/courses`)).text(), where).toContain(`"version":"${live}"`)
    expect(await findings(), where).toEqual(foundBefore)
    if (after.canary) await site.mustRun('canary', 'stop')
    await publish()
    await site.mustRun('activate', `catalog@${version}`)
    expect(await readdir(path.join(site.directory, 'tmp')), where).toEqual([])
    await rm(folder, { recursive: true })
    console.log(`${where}: ${added.length === 0 ? 'nothing was begun' : added[0].isIntent ? 'cut off' : 'done'}`)
  }
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

const INSPECTOR = /debugger listening|starting inspector/i

// A rendered page once opened the inspector of the process above it and read its secrets.
test('no signal opens an inspector of server or console', async () => {
  await site.startConsole()
  const processes = await site.processes()
  expect(processes).toHaveLength(2)
  for (const { child } of processes) child.kill('SIGUSR1')

  // Any other Node program opens one, so the signal works.
  const other = spawn(process.execPath, ['--inspect-port=0', '--eval', 'console.log(1); setInterval(() => {}, 1000)'])
  await once(other.stdout, 'data')
  const answer = once(other.stderr, 'data')
  other.kill('SIGUSR1')
  expect(String(await answer)).toMatch(INSPECTOR)
  other.kill('SIGKILL')

  expect((await fetch(url)).status).toBe(200)
  for (const { output } of processes) expect(output()).not.toMatch(INSPECTOR)
})
