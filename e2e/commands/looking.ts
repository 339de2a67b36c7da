import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { mustRefuse, mustRun, type Row } from './row'

const TAKEN = ['about.png', 'button-focus.png']
/** Where the header of a PNG says how wide it is. */
const WIDTH_AT = 16

/** The smallest scope of each: the whole takes minutes, and is run as it is by those who want its result. */
export const looking: Record<string, Row> = {
  'npm run e2e': async ({ clone }) => {
    await mustRefuse(clone, 'npm run e2e -- pages/no-such.spec.ts', 'No tests found')
    const output = await mustRun(clone, 'npm run e2e -- pages/print.spec.ts')
    expect(output).toMatch(/^ +[1-9]\d* passed/m)
  },

  'npm run screenshots': async ({ clone }) => {
    const folder = path.join(clone, 'screenshots')
    await mustRun(clone, 'npm run screenshots -- --only about --only button-focus')
    for (const width of [360, 1280]) {
      expect((await readdir(path.join(folder, String(width)))).sort()).toEqual(TAKEN)
      for (const name of TAKEN) {
        const picture = await readFile(path.join(folder, String(width), name))
        expect(picture.readUInt32BE(WIDTH_AT), name).toBe(width)
        expect(picture.length, `${name} shows something`).toBeGreaterThan(10_000)
      }
    }
    await mustRefuse(clone, 'npm run screenshots -- --only abuot', 'There is no abuot')
    expect((await readdir(path.join(folder, '360'))).sort(), 'what is refused costs no picture').toEqual(TAKEN)
  },
}
