import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { hasPostgres, ownsPostgres, type PostgresServer, startPostgres } from '@platform/base/testing/postgres-server'
import { listBlobs } from '@platform/compose/composition/blob-files'
import { pageFilesOf } from '@platform/compose/testing/kept-page'
import { publishRelease } from '@platform/release/folder-registry/publish-release'
import { addressOf, catalogFixture, fileOf, writeFixture } from '@platform/release/testing/fixture-release'
import { rollBack } from '@platform/site/changes/roll-back'
import { readLive } from '@platform/site/store/postgres/live-row'
import type { SiteCopy } from '@platform/site/store/site-store'
import { type SharedSite, startMachine, startSharedSite } from './testing/machines'
import { until } from './testing/test-origin'

jest.setTimeout(60_000)
const describeStore = hasPostgres ? describe : describe.skip
const itOnOwnServer = ownsPostgres ? it : it.skip
let postgres: PostgresServer
const at = {} as SharedSite

beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres()
})
beforeEach(async () => void (hasPostgres && Object.assign(at, await startSharedSite(postgres))))
afterEach(() => at.remove?.())
afterAll(() => postgres?.stop())

const digestsIn = async (table: string) => {
  const isOfPages = 'digest not in (select archive from site_documents where archive is not null)'
  const rows = await at.store.query<{ digest: string }>(`select digest from ${table} where ${isOfPages}`)
  return rows.map(({ digest }) => digest)
}
const damageShell = async (copy: SiteCopy, number = 1) => {
  for (const file of await pageFilesOf(copy, number, 'shell')) await writeFile(file, 'damaged')
}

describeStore('a site of several machines that loses something', () => {
  it('refuses an archive with one changed byte by its name, what was live stays, and nobody else is held up', async () => {
    await at.publishNext(at.ada, '0.2.0', 'second')
    await at.store.query(
      `update site_blobs set content = set_byte(content, 40, (get_byte(content, 40) + 1) % 256)
       where digest = (select archive from site_documents where name = 'release/catalog@0.2.0')`,
    )
    const refusal = at.ada.activate({ catalog: '0.2.0' })
    await expect(refusal).rejects.toThrow(/cannot be held everywhere.*archive of catalog@0\.2\.0 .* was changed/s)
    expect(at.machines.map((machine) => machine.live())).toEqual([1, 1])
    const compositions = await at.store.query(`select name from site_documents where name like 'composition/%'`)
    expect(compositions).toEqual([{ name: 'composition/1' }])
    expect(await readLive(at.store)).toMatchObject({ pointer: { live: 1 }, prepared: undefined })
    expect(await at.bob.store.refresh('all')).toEqual([expect.stringContaining('catalog@0.2.0')])
    await expect(at.bob.activate({ catalog: '0.2.0' })).rejects.toThrow('catalog@0.2.0 is not published')
    for (const version of ['0.3.0', '0.4.0']) {
      await at.publishNext(at.ada, version, version)
      await at.bob.store.refresh('all')
      await at.untilLive((await at.bob.activate({ catalog: version })).number)
    }
  })

  it('refuses a compressed copy that does not unpack to what was published, by its name', async () => {
    const from = await writeFixture(`${at.ada.copy.root}/../dist`, catalogFixture({ version: '0.2.0' }))
    await publishRelease(at.ada.copy, { from, quality: 1 })
    const encoded = `${at.ada.copy.release('catalog', '0.2.0')}/encoded/client`
    await writeFile(
      `${encoded}/${fileOf(catalogFixture(), 'courses.css')}.br`,
      brotliCompressSync('.courses{color:red}'),
    )
    // The archive is whole, its content is not.
    await at.ada.store.addRelease('catalog', '0.2.0')
    const named = /br copy of client\/courses\.[0-9a-f]{8}\.css/
    expect(await at.bob.store.refresh('all')).toEqual([expect.stringMatching(named)])
    await expect(at.ada.activate({ catalog: '0.2.0' })).rejects.toThrow(named)
    expect(at.machines.map((machine) => machine.live())).toEqual([1, 1])
  })

  it('refuses a composition whose pages were changed, and never gives its number again', async () => {
    await at.publishNext(at.ada, '0.2.0', 'second')
    await at.store.query(`create function inject_fault() returns trigger language plpgsql as $$
      begin new.content := set_byte(new.content, 40, (get_byte(new.content, 40) + 1) % 256); return new; end $$`)
    await at.store.query(
      'create trigger inject_fault before insert on site_blobs for each row execute function inject_fault()',
    )
    await expect(at.ada.activate({ catalog: 'latest' })).rejects.toThrow(/The blob [0-9a-f]{64} .* was changed/)
    await at.store.query('drop trigger inject_fault on site_blobs')
    expect(await at.ada.activate({ catalog: 'latest' })).toMatchObject({ number: 3, outcome: 'activated' })
    await at.untilLive(3)
  })

  itOnOwnServer('serves without its database, also after a restart, and follows again when that is back', async () => {
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
  })

  it('is pulled again to a machine where accidents changed or took pages, files or the pointer, when its origin starts', async () => {
    await at.release('0.2.0')
    const file = (copy: SiteCopy) =>
      `${copy.release('catalog', '0.1.0')}/client/${fileOf(catalogFixture(), 'courses.js')}`
    const content = await readFile(file(at.machine(0).copy), 'utf8')
    let started = await at.restart(0, async (copy) => {
      await damageShell(copy, 2)
      for (const page of await pageFilesOf(copy, 2, 'catalog')) await rm(page)
      await writeFile(file(copy), '')
    })
    await until(async () => (await started.send('/courses')).text.includes('<h1>Catalog 0.2.0</h1>'))
    expect((await started.send('/about')).status).toBe(200)
    await until(async () => (await readFile(file(started.copy), 'utf8').catch(() => '')) === content)
    expect((await started.send(addressOf(catalogFixture(), 'courses.js'))).text).toBe(content)
    started = await at.restart(0, (copy) => writeFile(copy.current, 'damaged'))
    await at.untilLive(2)
    expect((await started.send('/courses')).status).toBe(200)
  })

  it('has an origin take itself out that finds pages damaged here and there, until they are put back', async () => {
    const blobs = (await pageFilesOf(at.ada.copy, 1, 'shell')).map((file) => path.basename(file))
    await at.store.query(`update site_blobs set content = 'damaged' where digest = any ($1)`, [blobs])
    const started = await at.restart(0, damageShell)
    const statusOf = async (address: string) => (await started.send(address)).status
    await until(async () => (await statusOf('/servez')) === 503)
    expect([await statusOf('/courses'), await statusOf('/about')]).toEqual([200, 503])
    expect((await at.machine(1).send('/about')).status).toBe(200)
    await at.store.query('delete from site_blobs where digest = any ($1)', [blobs])
    await at.ada.store.exclusive('sign', async () => {})
    await until(async () => (await statusOf('/about')) === 200)
    await until(async () => (await statusOf('/servez')) === 200)
  })

  it('is pulled again to a machine that lost its disk, the compositions to go back to included', async () => {
    await at.release('0.2.0')
    const { copy } = await at.restart(0, ({ root }) => rm(root, { recursive: true }))
    await at.untilLive(2)
    expect(await copy.readPointer()).toMatchObject({ live: 2, history: [1] })
    await at.ada.store.refresh('all')
    await rollBack(at.ada.store)
    await at.untilLive(1)
  })
})

// Every release of any package stored, sent and unpacked one archive of all pages.
describeStore('pages that several machines keep', () => {
  it('go into the database and to each machine only when they are new, and when no composition names them any more', async () => {
    const { copy } = at.machine(0)
    const rows = () => digestsIn('site_blobs')
    const before = await rows()
    const [shell = ''] = await pageFilesOf(copy, 1, 'shell')
    const [catalog = ''] = await pageFilesOf(copy, 1, 'catalog')
    const { ino } = await stat(shell)
    await at.store.query(`create table sent as select digest from site_blobs where false`)
    await at.store.query(`create function note() returns trigger language plpgsql as $$
      begin insert into sent values (new.digest); return new; end $$`)
    await at.store.query('create trigger note before insert on site_blobs for each row execute function note()')
    await at.release('0.2.0')
    const sent = await digestsIn('sent')
    expect(sent).toHaveLength(10)
    expect((await rows()).sort()).toEqual([...before, ...sent].sort())
    expect(await listBlobs(copy)).toEqual(new Set([...before, ...sent]))
    expect((await stat(shell)).ino).toBe(ino)
    expect(await rows()).toContain(path.basename(catalog))
    const { store } = at.ada
    await store.exclusive('prune', () => store.prune({ compositions: () => [1], releases: async () => [] }))
    expect(await rows()).not.toContain(path.basename(catalog))
    for (const file of await pageFilesOf(copy, 2, 'shell')) expect(await rows()).toContain(path.basename(file))
  })

  it('are pulled again where damage is found while they are shown, also by an origin that is alone', async () => {
    const { copy } = at.machine(0)
    for (const one of at.machines.splice(0)) await one.close()
    const alone = await startMachine(at.url, copy, undefined, { pageMemoryBytes: 0 })
    at.machines.push(alone)
    await until(async () => (await alone.send('/readyz')).status === 200)
    await damageShell(copy)
    expect([(await alone.send('/about')).status, (await alone.send('/servez')).status]).toEqual([503, 200])
    await until(async () => (await alone.send('/about')).status === 200)
  })

  it('are shown where what is known of them is lost, which only the next activation misses', async () => {
    const { known = '' } = (await at.ada.store.readComposition(1)).packages.shell ?? {}
    await at.store.query("update site_blobs set content = 'damaged' where digest = $1", [known])
    const started = await at.restart(0, (copy) => rm(copy.blob(known)))
    await until(async () => (await started.send('/about')).status === 200)
    await at.release('0.2.0')
    expect(await rollBack(at.ada.store)).toMatchObject({ to: 1, skipped: [] })
    await at.untilLive(1)
  })

  it('that are missing in the database come back with the next change, and a rollback goes past them until then', async () => {
    for (const version of ['0.2.0', '0.3.0']) await at.release(version)
    const [catalog = ''] = await pageFilesOf(at.machine(0).copy, 2, 'catalog')
    await at.store.query('delete from site_blobs where digest = $1', [path.basename(catalog)])
    expect(await rollBack(at.ada.store)).toMatchObject({
      to: 1,
      skipped: [{ number: 2, reason: expect.stringContaining('no longer has the blob') }],
    })
    await at.ada.store.exclusive('sign', async () => {})
    await rollBack(at.ada.store, 2)
    await at.untilLive(2)
  })
})
