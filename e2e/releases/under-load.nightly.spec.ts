import { startLoad } from '../support/load.mjs'
import { paths } from '../support/routes'
import { expect, test } from '../support/test'

/** `CHANGES=20 npm test -- --only nightly` is the whole promise. */
const CHANGES = Number(process.env.CHANGES ?? 3)
const CONNECTIONS = 50

test(`${CHANGES} activations and rollbacks under ${CONNECTIONS} connections fail no request`, async ({ site }) => {
  test.setTimeout(600_000)
  const url = await site.start()
  for (const version of ['9.0.0', '9.1.0']) {
    const change = { everywhere: [{ from: '"Available Courses"', to: `"Courses of ${version}"` }] }
    await site.mustRun('publish', 'catalog', '--from', await site.copyRelease('catalog', version, change))
  }
  const load = startLoad(url, paths, CONNECTIONS)
  for (let change = 0; change < CHANGES; change++) {
    await site.mustRun('activate', `catalog@${change % 2 ? '9.1.0' : '9.0.0'}`)
    await site.mustRun('rollback')
  }
  const { answered, failures } = await load.stop()
  expect(failures).toBe(0)
  expect(answered).toBeGreaterThan(CHANGES * CONNECTIONS)
})
