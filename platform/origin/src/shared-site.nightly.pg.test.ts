import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pageFilesOf } from '@platform/compose/testing/kept-page'
import { addressOf, catalogFixture, fileOf } from '@platform/release/testing/fixture-release'
import { rollBack } from '@platform/site/changes/roll-back'
import { readStatus } from '@platform/site/queries/read-status'
import type { SiteCopy } from '@platform/site/store/file/file-copy'
import { createOperator, describeStore, nextCatalog, setUpSharedSite, startMachine } from './testing/machines'
import { until } from './testing/test-origin'

jest.setTimeout(60_000)

const damageShell = async (copy: SiteCopy, number = 1) => {
  for (const file of await pageFilesOf(copy, number, 'shell')) await writeFile(file, 'damaged')
}
describeStore('a site of several machines', () => {
  const at = setUpSharedSite((shared) => shared.publishNext(shared.ada, '0.2.0', 'second'))
  let version = 2
  /** @returns the composition's number */
  const releaseNext = () => at.release(`0.${++version}.0`)

  it('is changed and taken back from any machine; every origin has all files of a page before one shows it', async () => {
    await at.store.query(`
      create table moves (live text, held_by bigint);
      create function note_move() returns trigger language plpgsql as $$ begin
        insert into moves select new.pointer ->> 'live', count(*) from site_origins
          where (new.pointer ->> 'live')::integer = any (available);
        return new; end $$;
      create trigger note_move before update on site_live for each row
        when (new.revision > old.revision) execute function note_move()`)
    // The machine of this operator has gone.
    await at.store.query(
      `insert into site_lock (token, operator, since, seen_at)
       values (gen_random_uuid(), 'eve', now() - interval '1 hour', now() - interval '11 seconds')`,
    )
    const asset = addressOf(nextCatalog('0.2.0', 'second'), 'remote-entry.js')
    const seen: boolean[] = []
    const look = () => void seen.push(...at.machines.map((machine) => machine.serves(asset)))
    const stops = at.machines.map(({ origin }) => origin.site.onChange(look))
    await at.bob.store.refresh('all')
    expect((await readStatus(at.bob.store)).waiting).toMatchObject([{ package: 'catalog', version: '0.2.0' }])
    await at.bob.activate({ catalog: 'latest' })
    await at.untilLive(2)
    for (const stopNoting of stops) stopNoting()
    expect(seen).toEqual([true, true, true, true])
    expect(await at.store.query('select live, held_by::integer from moves')).toEqual([{ live: '2', held_by: 2 }])
    await at.store.query('drop trigger note_move on site_live')
    expect(await at.store.query('select operator from site_lock')).toEqual([])
    for (const machine of at.machines) expect((await machine.send('/courses')).text).toContain('<h1>second</h1>')
    await at.ada.store.refresh('all')
    await rollBack(at.ada.store)
    await at.untilLive(1)
  })

  it('refuses an archive with one changed byte by its name, what was live stays, and no operator is held up', async () => {
    const live = await releaseNext()
    await at.publishNext(at.ada, '1.0.0', 'damaged')
    const addToByte = (number: number) =>
      at.store.query(`update site_blobs set content = set_byte(content, 40, (get_byte(content, 40) + ${number}) % 256)
        where digest = (select archive from site_documents where name = 'release/catalog@1.0.0')`)
    await addToByte(1)
    const refusal = at.ada.activate({ catalog: '1.0.0' })
    await expect(refusal).rejects.toThrow(/cannot be held everywhere.*archive of catalog@1\.0\.0 .* was changed/s)
    expect(at.machines.map((machine) => machine.live())).toEqual([live, live])
    expect(await at.bob.store.refresh('all')).toEqual([expect.stringContaining('catalog@1.0.0')])
    await expect(at.bob.activate({ catalog: '1.0.0' })).rejects.toThrow('catalog@1.0.0 is not published')
    await at.publishNext(at.bob, '1.1.0', 'whole')
    await at.untilLive((await at.bob.activate({ catalog: '1.1.0' })).number)
    await addToByte(255)
    await at.ada.store.refresh('all')
  })

  it.each<[string, (copy: SiteCopy, live: number) => Promise<unknown>]>([
    [
      'has other pages, another script and another pointer, and lost pages',
      async (copy, live) => {
        await damageShell(copy, live)
        for (const file of await pageFilesOf(copy, live, 'catalog')) await rm(file)
        await writeFile(`${copy.release('catalog', '0.1.0')}/client/${fileOf(catalogFixture(), 'courses.js')}`, '')
        await writeFile(copy.current, 'damaged')
      },
    ],
    ['lost its disk', ({ root }) => rm(root, { recursive: true, maxRetries: 5 })],
  ])('is pulled again when an origin starts on a machine that %s', async (_what, injectFaults) => {
    const live = await releaseNext()
    const { send, copy } = await at.restart(0, async (it) => void (await injectFaults(it, live)))
    await at.untilLive(live)
    await until(async () => (await send('/courses')).text.includes(`<h1>Catalog 0.${version}.0</h1>`))
    await until(async () => (await send('/about')).status === 200)
    const script = addressOf(catalogFixture(), 'courses.js')
    await until(async () => (await send(script)).text === '/* courses */')
    expect((await copy.readPointer())?.history.length).toBeGreaterThan(0)
  })

  it('has an origin take itself out that finds pages damaged here and there, until they are put back', async () => {
    const live = await releaseNext()
    const blobs = (await pageFilesOf(at.ada.copy, live, 'shell')).map((file) => path.basename(file))
    await at.store.query(`update site_blobs set content = 'damaged' where digest = any ($1)`, [blobs])
    const started = await at.restart(0, (copy) => damageShell(copy, live))
    const statusOf = async (address: string) => (await started.send(address)).status
    await until(async () => (await statusOf('/servez')) === 503)
    expect([await statusOf('/courses'), await statusOf('/about')]).toEqual([200, 503])
    expect((await at.machine(1).send('/about')).status).toBe(200)
    await at.store.query('delete from site_blobs where digest = any ($1)', [blobs])
    await at.ada.store.exclusive('sign', async () => {})
    await until(async () => (await statusOf('/about')) === 200)
    await until(async () => (await statusOf('/servez')) === 200)
  })

  it('has an origin with damaged pages and no database leave the service, and pull them when it has one again', async () => {
    const live = await releaseNext()
    const { copy, close } = at.machine(0)
    await close()
    await damageShell(copy, live)
    const away = await startMachine('postgres://127.0.0.1:1/none', copy)
    for (const [address, status] of [
      ['/servez', 503],
      ['/courses', 200],
      ['/about', 503],
    ] as const)
      expect([address, (await away.send(address)).status]).toEqual([address, status])
    await away.close()
    const back = await startMachine(at.url, copy, undefined, { pageMemoryBytes: 0 })
    at.machines[0] = back
    await until(async () => (await back.send('/readyz')).status === 200)
    await damageShell(copy, live)
    expect((await back.send('/about')).status).toBe(503)
    await until(async () => (await back.send('/about')).status === 200)
  })

  it('goes back past pages that are missing or changed in the database, until they are back', async () => {
    const first = await releaseNext()
    const [missing, changed, last] = [await releaseNext(), await releaseNext(), await releaseNext()]
    const lost = (await pageFilesOf(at.ada.copy, missing, 'catalog')).map((file) => path.basename(file))
    const other = (await pageFilesOf(at.ada.copy, changed, 'catalog')).map((file) => path.basename(file))
    await at.store.query('delete from site_blobs where digest = any ($1)', [lost])
    await at.store.query(`update site_blobs set content = 'changed' where digest = any ($1)`, [other])
    const withoutFiles = await createOperator(at.url, at.site, { isEmpty: true })
    for (const number of [missing, changed]) {
      const refusal = `Composition ${number} cannot be gone back to`
      await expect(rollBack(withoutFiles.store, number)).rejects.toThrow(refusal)
    }
    const skipped = [
      { number: changed, reason: expect.stringContaining('was changed') },
      { number: missing, reason: expect.stringContaining('no longer has the blob') },
    ]
    expect(await rollBack(withoutFiles.store)).toMatchObject({ from: last, to: first, skipped })
    expect(await readdir(withoutFiles.copy.compositions)).toEqual([])
    await withoutFiles.remove()
    await at.untilLive(first)
    await at.store.query('delete from site_blobs where digest = any ($1)', [other])
    await at.ada.store.exclusive('sign', async () => {})
    for (const number of [missing, changed]) {
      await rollBack(at.ada.store, number)
      await at.untilLive(number)
    }
  })

  it('is not taken back to a release or a composition that was changed in the database', async () => {
    const [first, second] = [await releaseNext(), await releaseNext()]
    await at.store.query('create table kept_documents as table site_documents')
    const change = (from: string, to: string, name: string) =>
      at.store.query('update site_documents set content = replace(content, $1, $2) where name = $3', [from, to, name])
    await change('","', 'other","', `release/catalog@0.${version - 1}.0`)
    await expect(rollBack(at.ada.store, first)).rejects.toThrow(/archive of catalog@\S+ .* was changed/)
    await change('0.1.0', '0.1.1', `composition/${first}`)
    await expect(rollBack(at.ada.store, first)).rejects.toThrow(
      `Composition ${first} is not what an operator has signed`,
    )
    expect((await at.ada.store.live()).pointer?.live).toBe(second)
    await at.store.query('delete from site_documents; insert into site_documents select * from kept_documents')
  })

  const breakDisk = async (copy: SiteCopy): Promise<void> => {
    await rm(copy.temporary, { recursive: true })
    await writeFile(copy.temporary, '').catch(() => breakDisk(copy))
  }

  it('waits for no origin whose own disk fails; that one gives its visitors away until it can follow', async () => {
    const before = await releaseNext()
    const sick = at.machine(1)
    await breakDisk(sick.copy)
    await at.publishNext(at.ada, '3.0.0', 'Catalog 3.0.0')
    const { number, outcome } = await at.ada.activate({ catalog: '3.0.0' })
    expect(outcome).toBe('activated')
    await until(() => at.machine(0).live() === number)
    await until(async () => (await sick.send('/servez')).status === 503)
    const reason = expect.stringContaining('EEXIST')
    expect(JSON.parse((await sick.send('/servez')).text)).toEqual({ status: 'out of service', reason })
    await until(async () => (await at.ada.store.check()).map(({ code }) => code).join() === 'origin-out-of-service')
    const origins = (await at.ada.store.origins()) ?? []
    expect(origins.map(({ serving, outOfService }) => [serving, outOfService]).sort()).toEqual([
      [before, reason],
      [number, undefined],
    ])
    // A balancer tries another origin; other clients still get pages.
    const asked = { headers: { 'x-in-service': 'only' } }
    expect((await sick.send('/courses', asked)).status).toBe(503)
    expect((await sick.send('/courses')).text).toContain(`Catalog 0.${version}.0`)

    await rm(sick.copy.temporary)
    await at.untilLive(number)
    await until(async () => (await sick.send('/servez')).status === 200)
    expect((await sick.send('/courses', asked)).text).toContain('Catalog 3.0.0')
  })

  it('leaves the last origin in service, and activates nothing that none can hold', async () => {
    const live = await releaseNext()
    for (const { copy } of at.machines) await breakDisk(copy)
    await at.publishNext(at.ada, '3.1.0', 'Catalog 3.1.0')
    await expect(at.ada.activate({ catalog: '3.1.0' })).rejects.toThrow(/cannot be held everywhere.*EEXIST.*EEXIST/s)
    // An origin whose disk failed went on showing what was taken back.
    await rollBack(at.ada.store)
    await until(() => at.machines.every((it) => it.live() !== live))
    for (const { send } of at.machines)
      for (const address of ['/servez', '/courses']) expect((await send(address)).status).toBe(200)
    for (const { copy } of at.machines) await rm(copy.temporary)
  })

  it('names every origin with what it serves, and tells doctor of those that do not follow', async () => {
    const serving = await releaseNext()
    await until(async () => (await readStatus(at.ada.store)).origins?.every((it) => it.serving === serving) ?? false)
    await until(async () => (await at.ada.store.check()).length === 0)
    const added = `insert into site_origins (id, name, seen_at, available, serving, error) values (gen_random_uuid(), 'web-9'`
    for (const [statement, code] of [
      [`${added}, now(), '{1}', ${serving}, 'disk is full')`, 'origin-faulty'],
      [`update site_origins set error = null, serving = 77, seen_at = now() where name = 'web-9'`, 'origin-behind'],
      [`update site_origins set seen_at = now() - interval '1 minute' where name = 'web-9'`, 'origin-silent'],
      ['delete from site_origins', 'origin-none'],
    ] as const) {
      if (code === 'origin-none') for (const it of at.machines.splice(0)) await it.close().then(it.remove)
      await at.store.query(statement)
      expect((await at.ada.store.check()).map((it) => it.code)).toEqual([code])
    }
  })
})
