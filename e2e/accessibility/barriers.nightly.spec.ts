import type { Page } from '@playwright/test'
import { violations } from '../support/axe'
import { expect, test } from '../support/test'
import { type Barrier, barriers, plantBarrier } from './barriers'
import { checks } from './checks'
import { openTemplate, prepareTemplate, templates } from './templates'

const FOUND_AT_LEAST = 0.9

// What is planted may well write errors to the console.
test.use({ contextOptions: { reducedMotion: 'reduce' }, expectedErrors: /./ })

// A page is opened anew for each barrier.
test.describe.configure({ timeout: 360_000 })

const run = (page: Page, check: Barrier['check']) => (check === 'axe' ? violations(page) : checks[check](page))

test('there are at least a hundred barriers, of names of their own, and nine in ten are to be found', () => {
  expect(barriers.length).toBeGreaterThanOrEqual(100)
  expect(new Set(barriers.map(({ name }) => name)).size).toBe(barriers.length)
  for (const { on } of barriers) expect(Object.keys(templates)).toContain(on)
  const expected = barriers.filter(({ missed }) => missed === undefined)
  expect(expected.length / barriers.length).toBeGreaterThanOrEqual(FOUND_AT_LEAST)
})

for (const template of Object.keys(templates)) {
  const planted = barriers.filter(({ on }) => on === template)
  if (planted.length === 0) continue
  test(`what is planted on ${template} is found`, async ({ page }) => {
    await prepareTemplate(page, template)
    const before = new Map<Barrier['check'], string[]>()
    const wrong: string[] = []
    for (const barrier of planted) {
      const { name, criterion, check, missed } = barrier
      await openTemplate(page, template)
      if (!before.has(check)) {
        before.set(check, await run(page, check))
        await openTemplate(page, template)
      }
      await plantBarrier(page, barrier)
      const found = (await run(page, check)).filter((it) => !before.get(check)?.includes(it))
      if (found.length === 0 && missed === undefined) wrong.push(`${criterion} ${name}: ${check} does not find it`)
      if (found.length > 0 && missed !== undefined) wrong.push(`${criterion} ${name}: is found: ${found[0]}`)
    }
    expect(wrong).toEqual([])
  })
}
