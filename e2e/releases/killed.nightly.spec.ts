import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { createSite, type Site } from '../support/site'
import { expect, test } from '../support/test'

/** `KILLS=20 npm test -- --only nightly` is the whole promise. */
const KILLS = Number(process.env.KILLS ?? 3)

let site: Site
let url: string

test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  site = await createSite({ variables: { SITE_DEV: '1' } })
  await site.deploy()
  url = await site.start()
})
test.afterAll(() => site.remove())

test('an operator who is killed at any moment leaves a site that works and nothing behind', async () => {
  test.slow()
  const startedAt = performance.now()
  await site.release('catalog', '9.0.0')
  const releaseMs = performance.now() - startedAt

  for (let round = 1; round <= KILLS; round += 1) {
    const version = `9.0.${round}`
    const folder = await site.copyRelease('catalog', version)
    const acts = [
      ['publish', 'catalog', '--from', folder],
      ['activate', `catalog@9.0.${round - 1}`],
      ['prune', '--keep', '1'],
    ]
    const act = acts[round % acts.length] ?? []
    const killedAt = Math.round(Math.random() * releaseMs)
    await site.runAndKill(killedAt, ...act)

    const where = `${act[0]} killed after ${killedAt} ms`
    const status = await site.run('status', '--json')
    expect(status.code, where).toBe(0)
    expect(JSON.parse(status.output).live, where).toBeTruthy()
    await site.mustRun('publish', 'catalog', '--from', folder)
    await site.mustRun('activate', `catalog@${version}`)
    expect(await readdir(path.join(site.directory, 'tmp')), where).toEqual([])
    await rm(folder, { recursive: true })
  }
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

const INSPECTOR = /debugger listening|starting inspector/i

// A rendered page once opened the inspector of the process above it and read its secrets.
test('no signal opens an inspector of server or console', async () => {
  await site.startConsole()
  const processes = await site.processes()
  expect(processes).toHaveLength(2)
  for (const { pid } of processes) process.kill(pid ?? 0, 'SIGUSR1')

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
