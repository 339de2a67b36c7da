import { rm, stat, writeFile } from 'node:fs/promises'
import { type Databases, hasPostgres, sharePostgres } from '@platform/base/testing/postgres-server'
import { listBlobs } from '@platform/compose/composition/blob-files'
import { pageFilesOf } from '@platform/compose/testing/kept-page'
import { rollBack } from '@platform/site/changes/roll-back'
import { type SharedSite, startMachine, startSharedSite } from './testing/machines'
import { until } from './testing/test-origin'

// Each composition was one archive of all its pages: kept, sent and unpacked whole for every release of any package.

jest.setTimeout(120_000)
const describeStore = hasPostgres ? describe : describe.skip

describeStore('pages that several machines keep', () => {
  let postgres: Databases
  let shared: SharedSite
  let ada: SharedSite['ada']

  beforeAll(async () => {
    postgres = await sharePostgres()
  })
  afterAll(() => postgres?.drop())
  beforeEach(async () => {
    shared = await startSharedSite(postgres)
    ;({ ada } = shared)
  })
  afterEach(() => shared.remove())

  const rows = async () =>
    (await shared.store.query<{ digest: string }>('select digest from site_blobs')).map(({ digest }) => digest)
  const release = async (version: string) => {
    await shared.publishNext(ada, version, version)
    const { number } = await ada.activate({ catalog: version })
    await shared.untilLive(number)
  }
  const machine = (): SharedSite['machines'][number] => {
    const [first] = shared.machines
    if (!first) throw new Error('There are two')
    return first
  }

  it('go into the database and to each machine only when they are new', async () => {
    const [before, copy] = [await rows(), machine().copy]
    const [shell = ''] = await pageFilesOf(copy, 1, 'shell')
    const { ino } = await stat(shell)
    await shared.store.query(`create table sent as select digest from site_blobs where false`)
    await shared.store.query(`create function note() returns trigger language plpgsql as $$
      begin insert into sent values (new.digest); return new; end $$`)
    await shared.store.query('create trigger note before insert on site_blobs for each row execute function note()')
    await release('0.2.0')
    const sent = (await shared.store.query<{ digest: string }>('select digest from sent')).map(({ digest }) => digest)
    // Catalog's three pages in two encodings, their list, what is known of them, the map of the site and its files.
    expect(sent).toHaveLength(10)
    expect((await rows()).sort()).toEqual([...before, ...sent].sort())
    expect(await listBlobs(copy)).toEqual(new Set([...before, ...sent]))
    expect((await stat(shell)).ino).toBe(ino)
  })

  it('go when no composition names them any more', async () => {
    await release('0.2.0')
    const [catalog = ''] = await pageFilesOf(machine().copy, 1, 'catalog')
    const digest = catalog.split('/').at(-1) ?? ''
    expect(await rows()).toContain(digest)
    await ada.store.exclusive('prune', () => ada.store.prune({ compositions: () => [1], releases: async () => [] }))
    expect(await rows()).not.toContain(digest)
    for (const file of await pageFilesOf(machine().copy, 2, 'shell'))
      expect(await rows()).toContain(file.split('/').at(-1))
  })

  it('are pulled again where damage is found while they are shown, also by an origin that is alone', async () => {
    const { copy } = machine()
    for (const one of shared.machines.splice(0)) await one.close()
    const alone = await startMachine(shared.url, copy, undefined, { pageMemoryBytes: 0 })
    shared.machines.push(alone)
    await until(async () => (await alone.send('/readyz')).status === 200)
    for (const file of await pageFilesOf(copy, 1, 'shell')) await writeFile(file, 'damaged')
    expect([(await alone.send('/about')).status, (await alone.send('/servez')).status]).toEqual([503, 200])
    await until(async () => (await alone.send('/about')).status === 200)
  })

  it('are pulled again where an accident changed or took them, and the origin starts', async () => {
    await release('0.2.0')
    const { copy } = machine()
    await machine().close()
    for (const file of await pageFilesOf(copy, 2, 'shell')) await writeFile(file, 'damaged')
    for (const file of await pageFilesOf(copy, 2, 'catalog')) await rm(file)
    shared.machines[0] = await startMachine(shared.url, copy)
    await until(async () => (await machine().send('/courses')).text.includes('<h1>0.2.0</h1>'))
    expect((await machine().send('/about')).status).toBe(200)
  })

  it('are shown where what is known of them is lost, which only the next activation misses', async () => {
    const { known = '' } = (await ada.store.readComposition(1)).packages.shell ?? {}
    await shared.store.query("update site_blobs set content = 'damaged' where digest = $1", [known])
    const { copy } = machine()
    await machine().close()
    await rm(copy.blob(known))
    shared.machines[0] = await startMachine(shared.url, copy)
    await until(async () => (await machine().send('/about')).status === 200)
    await release('0.2.0')
    expect(await rollBack(ada.store)).toMatchObject({ to: 1, skipped: [] })
    await shared.untilLive(1)
  })

  it('that somebody took out of the database come back with the next change, and a rollback goes past them until then', async () => {
    await release('0.2.0')
    await release('0.3.0')
    const [catalog = ''] = await pageFilesOf(machine().copy, 2, 'catalog')
    await shared.store.query('delete from site_blobs where digest = $1', [catalog.split('/').at(-1)])
    expect(await rollBack(ada.store)).toMatchObject({
      to: 1,
      skipped: [{ number: 2, reason: expect.stringContaining('no longer has the blob') }],
    })
    await ada.store.exclusive('sign', async () => {})
    await rollBack(ada.store, 2)
    await shared.untilLive(2)
  })
})
