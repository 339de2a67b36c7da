import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cloneInto, linkModules } from '../support/copies.mjs'
import { test as base, expect } from '../support/test'
import { checking } from './checking'
import { endCommands, readCommands } from './command'
import { developing } from './developing'
import { releasing } from './releasing'

// biome-ignore lint/complexity/noBannedTypes: Playwright's way to say "no fixtures of a test's own"
const test = base.extend<{}, { clone: string }>({
  clone: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'site-clone-'))
      const clone = path.join(folder, 'site')
      cloneInto(clone)
      linkModules(clone)
      await use(clone)
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
    { scope: 'worker' },
  ],
})
test.setTimeout(900_000)
// React reports a part it renders anew (#419); one test throws on purpose.
test.use({ expectedErrors: /Failed to load resource|ERR_|React error #419|cannot be rendered|<GetStarted>/ })

test.afterEach(async ({ page }, testInfo) => {
  // The page retries as long as its server is gone.
  await page.goto('about:blank')
  for (const { line, output } of endCommands()) await testInfo.attach(line, { body: output, contentType: 'text/plain' })
})

const rows = { ...developing, ...checking, ...releasing }

for (const [command, does] of readCommands()) {
  test(`${command} in a fresh clone: ${does}`, async ({ clone, page }) => {
    const run = rows[command]
    expect(run, 'a command of the README that no test runs').toBeDefined()
    await run?.({ clone, page, does })
  })
}

test('every command that is tested here is in the README', () => {
  const listed = readCommands().map(([command]) => command)
  expect(Object.keys(rows).sort()).toEqual(listed.sort())
})
