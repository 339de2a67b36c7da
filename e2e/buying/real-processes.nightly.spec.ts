import { ensurePostgres } from '../../scripts/lib/postgres-programs.mjs'
import { endCommands } from '../commands/command'
import { mustRun } from '../commands/row'
import { root } from '../support/site'
import { expect, test } from '../support/test'

const HISTORIES = 20

test.setTimeout(1_800_000)
test.afterEach(endCommands)

// Decision 34. Beside real processes a seed need not go the same way again, so that these are not among what every change must pass.
test('histories beside two servers and a PostgreSQL that are killed again and again break no invariant', async () => {
  expect(ensurePostgres(), 'PostgreSQL is here, or can be installed').toBeTruthy()
  const said = await mustRun(root, `npm run simulate -- --postgres --seed 1 --histories ${HISTORIES} --processes 2`)
  expect(said.match(/^seed \d+: no breach/gm), said).toHaveLength(HISTORIES)
})
