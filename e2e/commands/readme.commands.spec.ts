import { test as base, expect } from '../support/test'
import { checking } from './checking'
import { cloneRepository, removeClone } from './clone'
import { looking } from './looking'
import { releasing } from './releasing'
import { readCommands } from './row'
import { serving } from './serving'

// biome-ignore lint/complexity/noBannedTypes: Playwright's way to say "no fixtures of a test's own"
const test = base.extend<{}, { clone: string }>({
  clone: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const clone = await cloneRepository()
      await use(clone)
      await removeClone(clone)
    },
    { scope: 'worker' },
  ],
})
// A fresh clone is built by the first command that needs it.
test.setTimeout(900_000)
test.use({ expectedErrors: /Failed to load resource|ERR_/ })

const rows = { ...serving, ...checking, ...releasing, ...looking }

for (const [command, does] of readCommands()) {
  test(`${command} in a fresh clone: ${does}`, async ({ clone, page }) => {
    const run = rows[command]
    expect(run, 'a command of the README that no test runs').toBeDefined()
    await run?.({ clone, page })
  })
}

test('every command that is tested here is in the README', () => {
  expect(Object.keys(rows).sort()).toEqual(
    readCommands()
      .map(([command]) => command)
      .sort(),
  )
})
