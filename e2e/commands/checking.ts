import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { runCommand } from './command'
import { mustRefuse, type Row } from './row'

const OFFENCE = 'content/offence.mjs'

/** Of what may take minutes one part is run: that the whole is green is what the run of this very test shows. */
export const checking: Record<string, Row> = {
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

/** With an import that no package may have. */
async function withOffence<Result>(clone: string, run: () => Promise<Result>): Promise<Result> {
  const file = path.join(clone, OFFENCE)
  await writeFile(file, "import '../catalog/src/release'\n")
  try {
    return await run()
  } finally {
    await rm(file)
  }
}
