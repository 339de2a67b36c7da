import { execFileSync } from 'node:child_process'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { hydrated } from '../support/test'
import { startCommand } from './command'
import { edit, HEADING, mustRefuse, OTHER_HEADING, type Row, SOURCE } from './row'

const READY = /^ready http:\/\/localhost:\d+$/m

export const serving: Record<string, Row> = {
  'npm start': async ({ clone, page }) => {
    await refuseWithoutInstalling(clone)
    const first = await startCommand(clone, 'npm start')
    await first.writes(READY)
    await page.goto(`${first.url}/courses`)
    await hydrated(page)
    await expect(page.getByText('27 courses found')).toBeVisible()
    await mustRefuse(clone, 'npm start', /The database in .* is in use by process \d+/)
    const elsewhere = { PORT: new URL(first.url).port, DATA_DIR: path.join(path.dirname(clone), 'other-data') }
    await mustRefuse(clone, 'npm start', /Port \d+ is in use/, elsewhere)
    await first.stop()

    const second = await startCommand(clone, 'npm start')
    await second.writes(READY)
    expect(second.output(), 'nothing has changed').not.toMatch(/^building /m)
    await second.kill()
  },

  'npm run dev -- catalog --alone': async ({ clone, page }) => {
    const command = await startCommand(clone, 'npm run dev -- catalog --alone')
    await command.writes(/http:\/\/localhost:\d+\//)
    await page.goto(`${command.url}/courses/citb-ssp`)
    await expect(page.getByRole('heading', { level: 1, name: 'CITB Site Safety Plus' })).toBeVisible()
    await expect(page.getByRole('banner'), 'the frame is the shell’s').toHaveCount(0)
    await page.goto(`${command.url}/courses`)
    await expect(page.getByText('27 courses found')).toBeVisible()
    await edit(clone, SOURCE, HEADING, OTHER_HEADING)
    await expect(page.getByRole('heading', { name: OTHER_HEADING })).toBeVisible()
    await edit(clone, SOURCE, OTHER_HEADING, HEADING)
    await expect(page.getByRole('heading', { name: HEADING })).toBeVisible()
    // The development server's own client complains when the server goes first.
    await page.goto('about:blank')
    await command.stop()
  },
}

/** What is not installed is installed first; here by an npm that cannot, so that nothing is fetched. */
async function refuseWithoutInstalling(clone: string): Promise<void> {
  const list = path.join(clone, 'node_modules/.package-lock.json')
  const programs = path.join(path.dirname(clone), 'programs')
  const npm = path.join(programs, 'npm')
  const real = execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()
  await mkdir(programs)
  await writeFile(npm, `#!/bin/sh\nif [ "$1" = ci ]; then exit 7; fi\nexec "${real}" "$@"\n`, { mode: 0o755 })
  await rename(list, `${list}.away`)
  await mustRefuse(clone, 'npm start', 'npm ci ended with 7', { PATH: `${programs}:${process.env.PATH}` })
  await rename(`${list}.away`, list)
  await rm(programs, { recursive: true })
}
