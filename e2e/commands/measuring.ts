import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { startCommand } from './command'
import { mustRefuse, mustRun, type Row } from './row'

export const measuring: Record<string, Row> = {
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
    await breakOff(clone)
  },
  'npm run simulate': async ({ clone }) => {
    await mustRefuse(clone, 'npm run simulate -- --seed x', '--seed is "x", but must be a whole number')
    expect(await mustRun(clone, 'npm run simulate -- --seed 1')).toMatch(/^seed 1: no breach, digest \w{16}$/m)
  },
}

/** Servers, browsers and folders of a benchmark that was broken off once stayed. */
async function breakOff(clone: string): Promise<void> {
  const isOurs = (name: string) => /site|playwright|lighthouse/.test(name)
  const folder = await mkdtemp(path.join(tmpdir(), 'site-broken-off-'))
  const bench = await startCommand(clone, 'npm run bench -- --only interaction', { TMPDIR: folder })
  await bench.writes(/interaction: filter/)
  expect((await readdir(folder)).filter(isOurs), 'it works here').not.toEqual([])
  await bench.stop()
  expect(bench.output()).not.toContain('measured in')
  expect((await readdir(folder)).filter(isOurs)).toEqual([])
  await rm(folder, { recursive: true })
}
