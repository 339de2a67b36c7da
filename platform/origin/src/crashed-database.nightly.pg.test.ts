import { writeFile } from 'node:fs/promises'
import { ownsPostgres, startPostgres } from '@platform/base/testing/postgres-server'
import { pageFilesOf } from '@platform/compose/testing/kept-page'
import type { SiteCopy } from '@platform/site/store/file/file-copy'
import { startMachine, startSharedSite } from './testing/machines'
import { until } from './testing/test-origin'

jest.setTimeout(60_000)
const itOnOwnServer = ownsPostgres ? it : it.skip

const damageShell = async (copy: SiteCopy) => {
  for (const file of await pageFilesOf(copy, 1, 'shell')) await writeFile(file, 'damaged')
}

itOnOwnServer(
  'an origin serves without its database, also after a restart, and follows again when that is back',
  async () => {
    const postgres = await startPostgres()
    const at = await startSharedSite(postgres)
    postgres.crash()
    let started = await at.restart(0)
    const statuses = (...addresses: string[]) =>
      Promise.all(addresses.map(async (address) => (await started.send(address)).status))
    expect([started.live(), ...(await statuses('/courses', '/servez'))]).toEqual([1, 200, 200])
    await until(async () => (await started.send('/readyz')).status === 503)
    started = await at.restart(0, damageShell)
    const pages = ['/servez', '/courses', '/about']
    expect(await statuses(...pages)).toEqual([503, 200, 503])
    postgres.start()
    await until(async () => (await statuses(...pages)).every((status) => status === 200))
    await at.ada.store.refresh('all')
    await at.release('0.2.0')
    await until(async () => (await started.send('/readyz')).status === 200)

    // Alone, it stays in service while it pulls what it finds damaged.
    for (const one of at.machines.splice(0)) await one.close()
    const alone = await startMachine(at.url, started.copy, undefined, { pageMemoryBytes: 0 })
    at.machines.push(alone)
    await until(async () => (await alone.send('/readyz')).status === 200)
    await damageShell(started.copy)
    expect([(await alone.send('/about')).status, (await alone.send('/servez')).status]).toEqual([503, 200])
    await until(async () => (await alone.send('/about')).status === 200)
    await at.remove()
    postgres.stop()
  },
)
