import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensurePostgres } from '../../scripts/machine/postgres-programs.mjs'
import { createStage } from '../scale/stage'
import { packages } from '../support/site'
import { expect, test } from '../support/test'

const everywhere = [{ from: '"Available Courses"', to: '"Other Courses"' }]
const isNew = async (url: string) => (await (await fetch(`${url}/courses`)).text()).includes('Other Courses')
const untilShown = (url: string) => expect.poll(() => isNew(url), { timeout: 60_000 }).toBe(true)

/** Notes the seconds from Enter until each origin sends the page of before. */
async function timeRollback(name: string, urls: readonly string[], rollBack: () => Promise<unknown>): Promise<void> {
  await Promise.all(urls.map(untilShown))
  const startedAt = performance.now()
  const rolling = rollBack()
  const seconds = urls.map(async (url) => {
    while (await isNew(url)) await delay(5)
    return ((performance.now() - startedAt) / 1_000).toFixed(2)
  })
  const description = `${(await Promise.all(seconds)).join(', ')} s`
  await rolling
  console.log(`${name}: ${description}`)
  test.info().annotations.push({ type: name, description })
}

test('P8: a rollback reaches visitors: of a folder, and of origins of which one is dead, one full and one slow', async ({
  site,
}) => {
  test.skip(!ensurePostgres(), 'POSTGRESQL CANNOT BE INSTALLED: rollback of several origins is not tested')
  test.setTimeout(600_000)
  const url = await site.start()
  for (let round = 0; round < 3; round += 1) {
    await site.release('catalog', `9.0.${round}`, { everywhere })
    await timeRollback('folder', [url], () => site.mustRun('rollback'))
  }

  const stage = await createStage(path.join(path.dirname(site.directory), 'machines'))
  const { operate } = stage
  try {
    const [dead, full, slow] = [await stage.addOrigin({}), await stage.addOrigin({}), await stage.addOrigin({})]
    await operate('settings', '--public-url', full.url, '--sandbox')
    for (const name of packages) await operate('publish', name, '--from', await site.copyRelease(name, '2.0.0'))
    await operate('activate', ...packages.map((name) => `${name}@2.0.0`))
    await operate('publish', 'catalog', '--from', await site.copyRelease('catalog', '2.1.0', { everywhere }))
    await operate('activate', 'catalog@2.1.0')
    await Promise.all([dead, full, slow].map((it) => untilShown(it.url)))
    await dead.kill()
    const temporary = path.join(full.siteDir, 'tmp')
    await rm(temporary, { recursive: true })
    await writeFile(temporary, '')
    // It gets a fifth of the time.
    let isSlow = true
    const slowing = (async () => {
      for (; isSlow; await delay(10)) {
        slow.signal('SIGSTOP')
        await delay(40)
        slow.signal('SIGCONT')
      }
    })()
    await timeRollback('PostgreSQL: full, slow', [full.url, slow.url], () => operate('rollback'))
    isSlow = false
    await slowing
  } finally {
    await stage.stop()
  }
})
