import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { mustRefuse, mustRun, type Row, runCommand, startCommand } from './command'

const TAKEN = ['_about.jpg', 'button-focus.jpg']
const OFFENCE = 'content/offence.mjs'

/** The smallest scope of each command; the whole takes minutes. */
export const checking: Record<string, Row> = {
  'npm run bench': async ({ clone }) => {
    await mustRefuse(clone, 'npm run bench -- --only speed', 'There is no part speed')
    const output = await mustRun(clone, 'npm run bench -- --only throughput --runs 1')
    expect(output).toMatch(/measured in \d+ s; all runs are in \.cache\/bench\.json/)
    const { rows } = JSON.parse(await readFile(path.join(clone, '.cache/bench.json'), 'utf8'))
    expect(rows.length).toBeGreaterThan(0)
    for (const { goal, measured, ours, wanted, isMet } of rows) {
      expect(ours, measured).toBeGreaterThan(0)
      expect(output, 'its line of the table').toContain(measured)
      if (goal !== '–') expect([wanted, isMet], measured).toEqual([expect.stringMatching(/\d/), expect.any(Boolean)])
    }
    await interrupt(clone)
  },
  'npm run simulate': async ({ clone }) => {
    await mustRefuse(clone, 'npm run simulate -- --seed x', '--seed and --runs must be whole numbers')
    expect(await mustRun(clone, 'npm run simulate -- --seed 1')).toMatch(/^seed 1: no breach, digest \w{16}$/m)
  },

  'npm run e2e': async ({ clone }) => {
    await mustRefuse(clone, 'npm run e2e -- pages/no-such.spec.ts', 'No tests found')
    const output = await mustRun(clone, 'npm run e2e -- pages/looks.spec.ts')
    expect(output).toMatch(/^ +[1-9]\d* passed/m)
  },

  'npm run screenshots': async ({ clone }) => {
    const folder = path.join(clone, 'screenshots')
    await mustRun(clone, 'npm run screenshots -- --grep about|button-focus')
    for (const look of ['360-light', '1280-dark']) {
      expect((await readdir(path.join(folder, look))).sort()).toEqual(TAKEN)
      for (const name of TAKEN) {
        const picture = await readFile(path.join(folder, look, name))
        expect(picture.length, `${name} shows something`).toBeGreaterThan(10_000)
      }
    }
    await mustRefuse(clone, 'npm run screenshots -- --grep abuot', 'No tests found')
  },

  'npm test': async ({ clone }) => {
    const green = await runCommand(clone, 'npm test -- --only borders')
    expect(green.output.trim()).toMatch(/\n1 passed, 0 failed$/)
    expect(green.code).toBe(0)
    const red = await withOffence(clone, () => runCommand(clone, 'npm test -- --only borders'))
    expect(red.output.trim()).toMatch(/\n0 passed, 1 failed$/)
    expect(red.code).toBe(1)
    await mustRefuse(clone, 'npm test -- --only no-such-part', 'There is no part no-such-part')
  },

  'npm run verify': async ({ clone }) => {
    const green = await runCommand(clone, 'npm run verify -- --selectProjects content --testPathPatterns blog/post')
    expect(green.output).toMatch(/^Tests: +[1-9]\d* passed, [1-9]\d* total$/m)
    expect(green.code, green.output).toBe(0)
    const red = await withOffence(clone, () => runCommand(clone, 'npm run verify'))
    expect(red.output).toContain(OFFENCE)
    expect(red.code).toBe(1)
  },
}

/** An interrupted benchmark once left servers, browsers and folders behind. */
async function interrupt(clone: string): Promise<void> {
  const isOurs = (name: string) => /site|playwright|lighthouse/.test(name)
  const folder = await mkdtemp(path.join(tmpdir(), 'site-broken-'))
  const bench = await startCommand(clone, 'npm run bench -- --only interaction', { TMPDIR: folder })
  await bench.writes(/interaction: filter/)
  expect((await readdir(folder)).filter(isOurs), 'it works here').not.toEqual([])
  await bench.stop()
  expect(bench.output()).not.toContain('measured in')
  expect((await readdir(folder)).filter(isOurs)).toEqual([])
  await rm(folder, { recursive: true })
}

async function withOffence<Result>(clone: string, run: () => Promise<Result>): Promise<Result> {
  const file = path.join(clone, OFFENCE)
  await writeFile(file, "import '../catalog/src/release'\n")
  try {
    return await run()
  } finally {
    await rm(file)
  }
}
