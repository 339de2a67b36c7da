import { expect, test } from '@playwright/test'
import { hydrated } from '../support/test'
import { startCommand } from './command'
import { edit, type Row } from './row'

const READY = /^ready http:\/\/localhost:\d+$/m
const SOURCE = 'catalog/src/courses/get-started.tsx'
const HEADING = 'Not sure which course you need?'

export const serving: Record<string, Row> = {
  'npm start': async ({ clone, page }) => {
    const first = await startCommand(clone, 'npm start')
    await first.writes(READY)
    await page.goto(`${first.url}/courses`)
    await hydrated(page)
    await expect(page.getByText('27 courses found')).toBeVisible()
    await first.stop()
    const second = await startCommand(clone, 'npm start')
    await second.writes(READY)
    expect(second.output(), 'nothing has changed').not.toMatch(/^building /m)
    await second.stop()
  },

  'npm run dev -- catalog': async ({ clone, page }) => {
    const command = await startCommand(clone, 'npm run dev -- catalog')
    await command.writes(READY)
    await page.goto(`${command.url}/courses`)
    await hydrated(page)
    const heading = (name: string) => page.getByRole('heading', { level: 2, name })
    const overlay = page.getByRole('alertdialog')

    const startedAt = performance.now()
    await edit(clone, SOURCE, HEADING, 'Which course is yours?')
    await expect(heading('Which course is yours?')).toBeVisible()
    const description = `${Math.round(performance.now() - startedAt)} ms`
    test.info().annotations.push({ type: 'an edit is on the page after', description })

    await edit(clone, SOURCE, '  return (', '  return ((')
    await expect(overlay).toContainText(/catalog\/src\/courses\/get-started\.tsx:\d+:\d+/)
    await expect(overlay).toContainText("Expected ','")
    expect(command.output()).toMatch(
      /Does not compile: catalog\/src\/courses\/get-started\.tsx:\d+:\d+\n.*Expected ','/,
    )
    expect(command.output()).not.toMatch(/swc-loader|Stack backtrace|^\s+at /m)

    await edit(clone, SOURCE, '  return ((', '  return (')
    await edit(clone, SOURCE, 'Which course is yours?', 'Found your course?')
    await expect(heading('Found your course?')).toBeVisible()
    await expect(overlay).toHaveCount(0)

    await edit(clone, SOURCE, '  return (', '  if (Number.NaN !== 0) throw new Error("cannot be rendered")\n  return (')
    await expect(overlay).toContainText('catalog cannot be made live')
    await expect(overlay).toContainText('cannot be rendered')
    await expect(heading('Found your course?'), 'the last version that worked').toBeVisible()
    await edit(clone, SOURCE, '  if (Number.NaN !== 0) throw new Error("cannot be rendered")\n', '')
    await edit(clone, SOURCE, 'Found your course?', HEADING)
    await expect(heading(HEADING)).toBeVisible()
    await expect(overlay).toHaveCount(0)
    await command.stop()
  },

  'npm run dev -- catalog --alone': async ({ clone, page }) => {
    const command = await startCommand(clone, 'npm run dev -- catalog --alone')
    await command.writes(/http:\/\/localhost:\d+\//)
    await page.goto(`${command.url}/courses/citb-ssp`)
    await expect(page.getByRole('heading', { level: 1, name: 'CITB Site Safety Plus' })).toBeVisible()
    await expect(page.getByRole('banner'), 'the frame is the shell’s').toHaveCount(0)
    await page.goto(`${command.url}/courses`)
    await expect(page.getByText('27 courses found')).toBeVisible()
    await edit(clone, SOURCE, HEADING, 'Which course is yours?')
    await expect(page.getByRole('heading', { name: 'Which course is yours?' })).toBeVisible()
    await edit(clone, SOURCE, 'Which course is yours?', HEADING)
    // The development server's own client complains when the server goes first.
    await page.goto('about:blank')
    await command.stop()
  },
}
