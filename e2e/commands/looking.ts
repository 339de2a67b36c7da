import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { runCommand } from './command'
import type { Row } from './row'

/** The smallest scope of each: the whole takes minutes, and is run as it is by those who want its result. */
export const looking: Record<string, Row> = {
  'npm run e2e': async ({ clone }) => {
    const { code, output } = await runCommand(clone, 'npm run e2e -- pages/print.spec.ts')
    expect(output).toMatch(/^ +[1-9]\d* passed/m)
    expect(code, output).toBe(0)
  },

  'npm run screenshots': async ({ clone }) => {
    const { code, output } = await runCommand(clone, 'npm run screenshots -- --only about --only button-focus')
    expect(code, output).toBe(0)
    for (const width of ['360', '1280']) {
      expect((await readdir(path.join(clone, 'screenshots', width))).sort()).toEqual(['about.png', 'button-focus.png'])
    }
  },

  'npm run bench': async ({ clone }) => {
    const { code, output } = await runCommand(clone, 'npm run bench -- --only interaction --runs 1')
    expect(output).toMatch(/measured in \d+ s; all runs are in \.cache\/bench\.json/)
    expect(code, output).toBe(0)
  },
}
