import { test as base, expect } from '../support/test'
import { checking } from './checking'
import { cloneRepository, removeClone } from './clone'
import { endCommands } from './command'
import { developing } from './developing'
import { growing } from './growing'
import { looking } from './looking'
import { measuring } from './measuring'
import { operating } from './operating'
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
// A page whose part React renders anew on purpose says so (#419), and one that throws on purpose as well.
test.use({ expectedErrors: /Failed to load resource|ERR_|React error #419|cannot be rendered|<GetStarted>/ })

test.afterEach(async ({ page }, testInfo) => {
  // A page whose server goes first asks for it for ever.
  await page.goto('about:blank')
  for (const { line, output } of endCommands()) await testInfo.attach(line, { body: output, contentType: 'text/plain' })
})

const rows = {
  ...serving,
  ...developing,
  ...checking,
  ...releasing,
  ...growing,
  ...operating,
  ...looking,
  ...measuring,
}

for (const [command, does] of readCommands()) {
  test(`${command} in a fresh clone: ${does}`, async ({ clone, page }) => {
    const run = rows[command]
    expect(run, 'a command of the README that no test runs').toBeDefined()
    await run?.({ clone, page, does })
  })
}

test('every command that is tested here is in the README', () => {
  expect(Object.keys(rows).sort()).toEqual(
    readCommands()
      .map(([command]) => command)
      .sort(),
  )
})
