import { type Databases, hasPostgres, sharePostgres } from '@platform/base/testing/postgres-server'
import { createTeam } from '@platform/release/testing/signing'
import { appendEntry, readAuditLog } from '@platform/site/audit/audit-log'
import { addKey, signAgain } from '@platform/site/changes/change-keys'
import { forgeComposition, forgePage } from '@platform/site/testing/forge-page'
import { createOperatorKeys, testKeys } from '@platform/site/testing/test-site'
import { createOperator, type SharedSite, startMachine, startSharedSite } from './testing/machines'
import { attacks, changePointer, FORGED } from './testing/store-attacks'
import { until } from './testing/test-origin'

// A writer of the shop's database changed pages, and doctor found nothing.

jest.setTimeout(120_000)
const describeStore = hasPostgres ? describe : describe.skip

describeStore('a store that somebody else writes', () => {
  let postgres: Databases
  let shared: SharedSite
  let store: SharedSite['store']
  let ada: SharedSite['ada']
  let machines: SharedSite['machines']

  beforeAll(async () => {
    postgres = await sharePostgres()
    shared = await startSharedSite(postgres)
    ;({ store, ada, machines } = shared)
    const actor = { kind: 'user', name: 'ada' } as const
    await store.query('create table before_now as select signed, signed_revision, signature from site_live')
    await appendEntry(ada.store.audit, { action: 'activate', actor })
    await addKey(ada.store, 'content', createTeam().publicKey)
    await store.query(`create table keys_before as select * from site_documents where name = 'keys.json'`)
    await addKey(ada.store, 'content', createTeam().publicKey)
    await shared.publishNext(ada, '0.2.0', 'second')
    await ada.activate({ catalog: 'latest' })
    await shared.untilLive(2)
    await ada.store.pinIntegrity('catalog', '0.2.0', 'sha512-first')
    await appendEntry(ada.store.audit, { action: 'activate', actor })
    await ada.store.refresh('all')
    for (const table of Object.keys(attacks)) await store.query(`create table kept_${table} as table ${table}`)
  })
  afterAll(async () => {
    await shared?.remove()
    await postgres?.drop()
  })
  afterEach(async () => {
    for (const table of Object.keys(attacks)) {
      if (table === 'site_origins') continue
      await store.query(`delete from ${table}`)
      await store.query(`insert into ${table} select * from kept_${table}`)
    }
    await store.query(`delete from site_origins where name = 'web-9'`)
  })

  async function findings(): Promise<string> {
    const found = (await ada.store.check()).map(({ code, what, todo }) => `${code} ${what} ${todo}`)
    const { alteration = '' } = await readAuditLog(ada.store.audit)
    return [...found, alteration].join('\n')
  }

  const page = async (machine: SharedSite['machines'][number]) => (await machine.send('/courses')).text

  async function startNew(publicKeys?: string) {
    const machine = await startMachine(shared.url, undefined, publicKeys)
    await until(() => machine.log().includes('cannot be taken') || machine.live() !== undefined)
    const text = machine.live() === undefined ? '' : await page(machine)
    await machine.close()
    await machine.remove()
    return text
  }

  async function startedWith(number: number) {
    const machine = await startMachine(shared.url)
    await until(() => machine.live() === number)
    return machine
  }

  it('is found well before anything is changed', async () => {
    await until(async () => (await findings()) === '')
    expect(await startNew()).toContain('<h1>second</h1>')
  })

  it('has an attack here for each of its tables', async () => {
    const tables = await store.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = current_schema() and table_name like 'site\\_%'`,
    )
    expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(attacks).sort())
  })

  const all = Object.entries(attacks).flatMap(([table, list]) => list.map((attack) => ({ table, ...attack })))
  it.each(all)('is named for $what in $table, and visitors get what they got', async ({ statements, named }) => {
    for (const statement of statements) await store.query(statement)
    expect(await findings()).toMatch(named)
    for (const machine of machines) expect(await page(machine)).toContain('<h1>second</h1>')
  })

  it('is named for a page with its digests computed anew, which nobody is shown, after a restart neither', async () => {
    await forgeComposition(store, 2, FORGED)
    expect(await findings()).toMatch(/row-unsigned Composition 2 is not what an operator has signed/)
    const [, second] = machines
    const disk = second?.copy
    await second?.close()
    machines[1] = await startMachine(shared.url, disk)
    await shared.untilLive(2)
    for (const machine of machines) expect(await page(machine)).toContain('<h1>second</h1>')
    expect(await startNew()).toBe('')
  })

  it('lets nobody go back in order to go forth again', async () => {
    await store.query(changePointer('{"live": 1, "history": [2]}'))
    expect(await startNew()).toContain('<h1>second</h1>')
    await until(() => machines.every((machine) => machine.log().includes('was not live before')))
    for (const machine of machines) expect(machine.live()).toBe(2)
  })
  it('shows nothing forged that stands on an own disk either', async () => {
    const { copy, close } = await startedWith(2)
    await close()
    await forgePage(copy, 2, FORGED)
    const again = await startMachine(shared.url, copy)
    await until(() => again.live() === 2)
    expect(again.log()).toContain('is not what an operator has signed')
    expect(await page(again)).toContain('<h1>second</h1>')
    await again.close()
    await again.remove()
  })

  it('goes on with another key: what is kept is signed again, and the former key is believed no more', async () => {
    const next = createOperatorKeys()
    expect(await startNew(next.publicKeys)).toBe('')
    const keys = { ...next, publicKeys: `${next.publicKeys},${testKeys.publicKeys}` }
    const carol = await createOperator(shared.url, shared.site, 'carol', { keys })
    expect((await signAgain(carol.store)).signed).toEqual(expect.arrayContaining(['composition 2', 'what is live']))
    await carol.remove()
    expect(await startNew(next.publicKeys)).toContain('<h1>second</h1>')
  })
})
