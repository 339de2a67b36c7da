import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { hasPostgres, ownsPostgres, type PostgresServer, startPostgres } from '@platform/base/testing/postgres-server'
import { pageFilesOf } from '@platform/compose/testing/kept-page'
import { publishRelease } from '@platform/release/folder-registry/publish-release'
import { addressOf, fileOf } from '@platform/release/testing/fixture-files'
import { catalogFixture, writeFixture } from '@platform/release/testing/fixture-release'
import { rollBack } from '@platform/site/changes/roll-back'
import { readLive } from '@platform/site/store/postgres/live-row'
import { type SharedSite, startMachine, startSharedSite } from './testing/machines'
import { until } from './testing/test-origin'

jest.setTimeout(60_000)
const describeStore = hasPostgres ? describe : describe.skip
const itOnOwnServer = ownsPostgres ? it : it.skip

describeStore('a site of several machines that loses something', () => {
  let postgres: PostgresServer
  let shared: SharedSite
  let url: SharedSite['url']
  let store: SharedSite['store']
  let ada: SharedSite['ada']
  let bob: SharedSite['bob']
  let machines: SharedSite['machines']

  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())
  beforeEach(async () => {
    shared = await startSharedSite(postgres)
    ;({ url, store, ada, bob, machines } = shared)
  })
  afterEach(() => shared.remove())

  const publishNext: SharedSite['publishNext'] = (...release) => shared.publishNext(...release)
  const untilLive = (number: number) => shared.untilLive(number)

  it('refuses an archive with one changed byte by its name, and what was live stays', async () => {
    await publishNext(ada, '0.2.0', 'second')
    await store.query(
      `update site_blobs set content = set_byte(content, 40, (get_byte(content, 40) + 1) % 256)
       where digest = (select archive from site_documents where name = 'release/catalog@0.2.0')`,
    )
    const refusal = ada.activate({ catalog: '0.2.0' })
    await expect(refusal).rejects.toThrow(/cannot be held everywhere.*archive of catalog@0\.2\.0 .* was changed/s)
    expect(machines.map((machine) => machine.live())).toEqual([1, 1])
    expect(await store.query(`select name from site_documents where name like 'composition/%'`)).toEqual([
      { name: 'composition/1' },
    ])
    expect(await readLive(store)).toMatchObject({ pointer: { live: 1 }, prepared: undefined })
    expect(await bob.store.refresh('all')).toEqual([expect.stringContaining('catalog@0.2.0')])
    await expect(bob.activate({ catalog: '0.2.0' })).rejects.toThrow('catalog@0.2.0 is not published')
  })

  it('refuses a compressed copy that does not unpack to what was published, by its name', async () => {
    const from = await writeFixture(`${ada.copy.root}/../dist`, catalogFixture({ version: '0.2.0' }))
    await publishRelease(ada.copy, { from, quality: 1 })
    const copy = `${ada.copy.release('catalog', '0.2.0')}/encoded/client/${fileOf(catalogFixture(), 'courses.css')}.br`
    await writeFile(copy, brotliCompressSync('.courses{color:red}'))
    // The archive is whole: what is in it is not.
    await ada.store.addRelease('catalog', '0.2.0')
    expect(await bob.store.refresh('all')).toEqual([
      expect.stringMatching(/br copy of client\/courses\.[0-9a-f]{8}\.css/),
    ])
    await expect(ada.activate({ catalog: '0.2.0' })).rejects.toThrow(/br copy of client\/courses\.[0-9a-f]{8}\.css/)
    expect(machines.map((machine) => machine.live())).toEqual([1, 1])
  })

  it('is not held up by a damaged release that nobody wants', async () => {
    await publishNext(ada, '0.2.0', 'second')
    await publishNext(ada, '0.3.0', 'third')
    await store.query(`update site_documents set archive = 'damaged' where name = 'release/catalog@0.2.0'`)
    await bob.store.refresh('all')
    expect(await bob.activate({ catalog: '0.3.0' })).toMatchObject({ number: 2 })
    await untilLive(2)
    // The origins know of the damage by now, and it still is nobody's business.
    await publishNext(ada, '0.4.0', 'fourth')
    await bob.store.refresh('all')
    expect(await bob.activate({ catalog: '0.4.0' })).toMatchObject({ number: 3 })
    await untilLive(3)
  })

  it('refuses a composition whose pages were changed, and never gives its number again', async () => {
    await publishNext(ada, '0.2.0', 'second')
    await store.query(`create function inject_fault() returns trigger language plpgsql as $$
      begin new.content := set_byte(new.content, 40, (get_byte(new.content, 40) + 1) % 256); return new; end $$`)
    await store.query(
      'create trigger inject_fault before insert on site_blobs for each row execute function inject_fault()',
    )
    await expect(ada.activate({ catalog: 'latest' })).rejects.toThrow(/The blob [0-9a-f]{64} .* was changed/)
    await store.query('drop trigger inject_fault on site_blobs')
    expect(await ada.activate({ catalog: 'latest' })).toMatchObject({ number: 3, outcome: 'activated' })
    await untilLive(3)
  })

  itOnOwnServer('serves without its database, also after a restart, and follows again when that is back', async () => {
    postgres.crash()
    const [first] = machines
    if (!first) throw new Error('There is no machine')
    await first.close()
    machines[0] = await startMachine(url, first.copy)
    expect(machines[0].live()).toBe(1)
    expect((await machines[0].send('/courses')).status).toBe(200)
    expect((await machines[0].send('/servez')).status).toBe(200)
    await until(async () => (await machines[0]?.send('/readyz'))?.status === 503)
    postgres.start()
    await ada.store.refresh('all')
    await publishNext(ada, '0.2.0', 'second')
    await ada.activate({ catalog: 'latest' })
    await untilLive(2)
    await until(async () => (await machines[0]?.send('/readyz'))?.status === 200)
  })

  it('is pulled again to a machine whose files an accident changed, when its origin starts', async () => {
    const [first] = machines
    const folder = first?.copy.release('catalog', '0.1.0') ?? ''
    const file = `${folder}/client/${fileOf(catalogFixture(), 'courses.js')}`
    const content = await readFile(file, 'utf8')
    await first?.close()
    await writeFile(file, '')
    machines[0] = await startMachine(url, first?.copy)
    await until(async () => (await readFile(file, 'utf8').catch(() => '')) === content)
    expect((await machines[0].send(addressOf(catalogFixture(), 'courses.js'))).text).toBe(content)
  })

  itOnOwnServer(
    'has an origin that starts with a part of the pages wait for its database with being in service',
    async () => {
      const [first] = machines
      const copy = first?.copy
      await first?.close()
      for (const file of copy ? await pageFilesOf(copy, 1, 'shell') : []) await writeFile(file, 'damaged')
      postgres.crash()
      machines[0] = await startMachine(url, copy)
      const [started] = machines
      const statuses = () =>
        Promise.all(['/servez', '/courses', '/about'].map(async (address) => (await started.send(address)).status))
      expect(await statuses()).toEqual([503, 200, 503])
      postgres.start()
      await until(async () => (await statuses()).every((status) => status === 200))
    },
  )

  it('has an origin take itself out that finds pages damaged here and there, until they are put back', async () => {
    const [first] = machines
    const files = await pageFilesOf(ada.copy, 1, 'shell')
    await first?.close()
    for (const file of files) {
      const digest = path.basename(file)
      await writeFile(first?.copy.blob(digest) ?? '', 'damaged')
      await store.query(`update site_blobs set content = 'damaged' where digest = $1`, [digest])
    }
    machines[0] = await startMachine(url, first?.copy)
    const [started] = machines
    const statusOf = async (address: string) => (await started.send(address)).status
    await until(async () => (await statusOf('/servez')) === 503)
    expect([await statusOf('/courses'), await statusOf('/about')]).toEqual([200, 503])
    expect((await machines[1]?.send('/about'))?.status).toBe(200)
    // As the message says: the row is deleted, and the next command that changes the site puts it back.
    for (const file of files) await store.query('delete from site_blobs where digest = $1', [path.basename(file)])
    await ada.store.exclusive('sign', async () => {})
    await until(async () => (await statusOf('/about')) === 200)
    await until(async () => (await statusOf('/servez')) === 200)
  })

  it('says again what is live to a machine where an accident made that unreadable', async () => {
    const [first] = machines
    await first?.close()
    await writeFile(first?.copy.current ?? '', 'damaged')
    machines[0] = await startMachine(url, first?.copy)
    await untilLive(1)
    expect((await machines[0].send('/courses')).status).toBe(200)
  })

  it('is pulled again to a machine that lost its disk, the compositions to go back to included', async () => {
    await publishNext(ada, '0.2.0', 'second')
    await ada.activate({ catalog: 'latest' })
    await untilLive(2)
    const [first] = machines
    await first?.close()
    await rm(first?.copy.root ?? '', { recursive: true })
    machines[0] = await startMachine(url, first?.copy)
    await untilLive(2)
    expect(await machines[0].copy.readPointer()).toMatchObject({ live: 2, history: [1] })
    await ada.store.refresh('all')
    await rollBack(ada.store)
    await untilLive(1)
  })
})
