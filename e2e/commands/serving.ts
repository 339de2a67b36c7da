import { execFileSync } from 'node:child_process'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { hydrated } from '../support/test'
import { startCommand } from './command'
import { edit, HEADING, mustRefuse, OTHER_HEADING, type Row, SOURCE } from './row'

const READY = /^ready http:\/\/localhost:\d+$/m
const MOST_MS = 2_000
const THROW = '  if (Number.NaN !== 0) throw new Error("cannot be rendered")\n'

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

  'npm run dev -- catalog': async ({ clone, page }) => {
    await mustRefuse(clone, 'npm run dev -- catalogue', 'Name one package: npm run dev -- shell | catalog')
    const command = await startCommand(clone, 'npm run dev -- catalog')
    await command.writes(READY)
    await page.goto(`${command.url}/courses`)
    await hydrated(page)
    const heading = (name: string) => page.getByRole('heading', { level: 2, name })
    const overlay = page.getByRole('alertdialog')

    const took: number[] = []
    for (const [from, to] of [HEADING, 'One', 'Two', 'Three', OTHER_HEADING].flatMap(pairWithNext)) {
      const startedAt = performance.now()
      await edit(clone, SOURCE, from, to)
      await expect(heading(to)).toBeVisible()
      took.push(Math.round((performance.now() - startedAt) / slowDown()))
    }
    test.info().annotations.push({ type: 'an edit is on the page after', description: `${took.join(', ')} ms` })
    expect(Math.min(...took), `${took.join(', ')} ms`).toBeLessThan(MOST_MS)

    await edit(clone, SOURCE, '  return (', '  return ((')
    await expect(overlay).toContainText(/catalog\/src\/courses\/get-started\.tsx:\d+:\d+/)
    await expect(overlay).toContainText("Expected ','")
    expect(command.output()).toMatch(
      /Does not compile: catalog\/src\/courses\/get-started\.tsx:\d+:\d+\n.*Expected ','/,
    )
    expect(command.output()).not.toMatch(/swc-loader|Stack backtrace|^\s+at /m)

    await edit(clone, SOURCE, '  return ((', '  return (')
    await edit(clone, SOURCE, OTHER_HEADING, 'Found your course?')
    await expect(heading('Found your course?')).toBeVisible()
    await expect(overlay).toHaveCount(0)

    await edit(clone, SOURCE, '  return (', `${THROW}  return (`)
    await expect(overlay).toContainText('catalog cannot be made live')
    await expect(overlay).toContainText('cannot be rendered')
    await expect(heading('Found your course?'), 'the last version that worked').toBeVisible()
    await edit(clone, SOURCE, THROW, '')
    await edit(clone, SOURCE, 'Found your course?', HEADING)
    await expect(heading(HEADING)).toBeVisible()
    await expect(overlay).toHaveCount(0)

    const last = await editUntilLive(clone, command.output)
    await expect(heading(last)).toBeVisible()
    await edit(clone, SOURCE, last, HEADING)
    await expect(heading(HEADING)).toBeVisible()
    await command.stop()

    // What a start before has left is no reason to refuse a text that was live then.
    const again = await startCommand(clone, 'npm run dev -- catalog', { PORT: new URL(command.url).port })
    await again.writes(READY)
    await page.goto(`${command.url}/courses`)
    await hydrated(page)
    for (const [from, to] of [HEADING, OTHER_HEADING, HEADING].flatMap(pairWithNext)) {
      await edit(clone, SOURCE, from, to)
      await expect(heading(to)).toBeVisible()
    }
    await edit(clone, SOURCE, '  return (', `${THROW}  return (`)
    await expect(overlay).toContainText('cannot be rendered')
    await edit(clone, SOURCE, THROW, '')
    await expect(overlay).toHaveCount(0)
    await expect(heading(HEADING)).toBeVisible()
    await again.stop()
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

/** How much longer than the processor is busy with it a task takes at the moment: what other programs cost. */
function slowDown(): number {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  let busyMs = 0
  while (busyMs < 100) {
    const { user, system } = process.cpuUsage(before)
    busyMs = (user + system) / 1000
  }
  return Math.max(1, (performance.now() - startedAt) / busyMs)
}

/**
 * Saves again and again while an edit is being made live, ever slower: on a busy machine a build takes longer than the
 * pause, and what was saved during a build is built first. @returns the last heading
 */
async function editUntilLive(clone: string, output: () => string): Promise<string> {
  const linesLive = () => output().match(/^live after/gm)?.length ?? 0
  const before = linesLive()
  let count = 0
  const save = async () => {
    count += 1
    await edit(clone, SOURCE, count === 1 ? HEADING : `Edit ${count - 1}`, `Edit ${count}`)
    return linesLive()
  }
  await expect.poll(save, { intervals: [100, 100, 100, 200, 200, 400, 400, 800, 1_600] }).toBeGreaterThan(before)
  return `Edit ${count}`
}

function pairWithNext(text: string, index: number, all: string[]): [string, string][] {
  const next = all[index + 1]
  return next === undefined ? [] : [[text, next]]
}
