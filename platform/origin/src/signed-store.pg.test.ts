import { createTeam } from '@platform/release/testing/signing'
import { appendEntry, readAuditLog } from '@platform/site/audit/audit-log'
import { withAudit } from '@platform/site/audit/with-audit'
import { addKey, signAgain } from '@platform/site/changes/change-keys'
import type { SiteCopy } from '@platform/site/store/file/file-copy'
import { fileStore } from '@platform/site/store/file/file-store'
import { readSeen } from '@platform/site/store/file/seen'
import { postgresStore } from '@platform/site/store/postgres/postgres-store'
import { forgePage } from '@platform/site/testing/forge-page'
import { createOperatorKeys, testKeys } from '@platform/site/testing/test-site'
import { createOperator, describeStore, type SharedSite, setUpSharedSite, startMachine } from './testing/machines'
import { attacks, changePointer } from './testing/store-attacks'
import { until } from './testing/test-origin'

// A writer of the shop's database changed pages, and doctor found nothing.

jest.setTimeout(120_000)
const FORGED = 'Forged by a writer of the database'
let tables: string[]

describeStore('a store that somebody else writes', () => {
  let store: SharedSite['store']
  let ada: SharedSite['ada']

  const shared = setUpSharedSite(async (made) => {
    ;({ store, ada } = made)
    const actor = { kind: 'user', name: 'ada' } as const
    await store.query('create table before_now as select signed, signed_revision, signature from site_live')
    await appendEntry(ada.store.audit, { action: 'activate', actor })
    await addKey(ada.store, 'content', createTeam().publicKey)
    await store.query(`create table keys_before as select * from site_documents where name = 'keys.json'`)
    await addKey(ada.store, 'content', createTeam().publicKey)
    await made.release('0.2.0')
    await ada.store.pinIntegrity('catalog', '0.2.0', 'sha512-first')
    await appendEntry(ada.store.audit, { action: 'activate', actor })
    await ada.store.refresh('all')
    const found = await store.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = current_schema() and table_name like 'site\\_%'`,
    )
    tables = found.map(({ name }) => name)
    for (const table of tables) await store.query(`create table kept_${table} as table ${table}`)
  })
  async function putBack(): Promise<void> {
    for (const table of tables.filter((it) => it !== 'site_origins')) {
      await store.query(`delete from ${table}`)
      await store.query(`insert into ${table} select * from kept_${table}`)
    }
  }
  afterEach(async () => {
    await putBack()
    await store.query(`delete from site_origins where name in ('web-8', 'web-9')`)
  })

  async function findings(): Promise<string> {
    const found = (await ada.store.check()).map(({ code, what, todo }) => `${code} ${what} ${todo}`)
    const { alteration = '' } = await readAuditLog(ada.store.audit)
    return [...found, alteration].join('\n')
  }

  async function areUnharmed(): Promise<void> {
    for (const { live, send } of shared.machines) {
      expect([live(), (await send('/courses')).text]).toEqual([2, expect.stringContaining('<h1>Catalog 0.2.0</h1>')])
    }
  }

  async function compositionOfNew(publicKeys?: string) {
    const machine = await startMachine(shared.url, undefined, publicKeys)
    await until(() => machine.log().includes('cannot be taken') || machine.live() !== undefined)
    const live = machine.live()
    await machine.close()
    await machine.remove()
    return live
  }

  it('is found well before anything is changed, and has an attack here for each of its tables', async () => {
    await until(async () => (await findings()) === '')
    expect(await compositionOfNew()).toBe(2)
    expect(tables.filter((table) => !attacks.some(([statements]) => statements.includes(table)))).toEqual([])
  })

  it.each(attacks)('is named after: %s, and visitors get what they got', async (statements, named) => {
    for (const statement of statements.split('; ')) await store.query(statement)
    expect(await findings()).toMatch(named)
    await areUnharmed()
  })

  it('is named for a page with its digests computed anew, which nobody is shown, after a restart neither', async () => {
    await forgePage(postgresStore(store), 2, FORGED)
    expect(await findings()).toMatch(/row-unsigned Composition 2 is not what an operator has signed/)
    await shared.restart(1)
    await shared.untilLive(2)
    await areUnharmed()
    expect(await compositionOfNew()).toBeUndefined()
  })

  it('lets nobody go back in order to go forth again', async () => {
    await store.query(changePointer('{"live": 1, "history": [2]}'))
    expect(await compositionOfNew()).toBe(2)
    await until(() => shared.machines.every((machine) => machine.log().includes('was not live before')))
    await areUnharmed()
  })

  it('shows nothing forged that is on its own disk either', async () => {
    const again = await shared.restart(0, (copy) => forgePage(fileStore(copy), 2, FORGED))
    await shared.untilLive(2)
    expect(again.log()).toContain('is not what an operator has signed')
    await areUnharmed()
  })

  it('goes on with another key: what is kept is signed again, and the former key is not trusted any more', async () => {
    const next = createOperatorKeys()
    expect(await compositionOfNew(next.publicKeys)).toBeUndefined()
    const keys = { ...next, publicKeys: `${next.publicKeys},${testKeys.publicKeys}` }
    const carol = await createOperator(shared.url, shared.site, { keys })
    expect((await signAgain(carol.store)).signed).toEqual(expect.arrayContaining(['composition 2', 'what is live']))
    await carol.remove()
    expect(await compositionOfNew(next.publicKeys)).toBe(2)
  })

  // `doctor` called a restored backup an intrusion.
  it('D16: is found well again after a restore once the operator has signed that it is meant, and not before', async () => {
    const actor = { kind: 'user', name: 'ada' } as const
    await addKey(ada.store, 'content', createTeam().publicKey)
    await shared.release('0.3.0')
    await withAudit(ada.store, { action: 'activate', actor }, async () => {})
    const { digest } = (await ada.store.audit.head.read()) ?? {}
    const isSeen = async ({ copy }: { copy: SiteCopy }) => (await readSeen(copy)).sharedRecord?.digest === digest
    await until(async () => (await Promise.all(shared.machines.map(isSeen))).every(Boolean))
    await putBack()
    const alarm = /live-forged[\s\S]*row-unsigned .*keys\.json[\s\S]*The audit log was cut/
    expect(await findings()).toMatch(alarm)
    // An operator on an empty disk was told of success, and no origin followed.
    const carol = await createOperator(shared.url, shared.site)
    await expect(signAgain(carol.store, { isRestored: true })).rejects.toThrow('SITE_DIR of an origin')
    await carol.remove()
    await withAudit(
      ada.store,
      { action: 'sign', actor },
      () => signAgain(ada.store, { isRestored: true }),
      (it) => it,
    )
    await until(async () => (await findings()) === '')
    await shared.untilLive(2)
    await areUnharmed()
    await shared.release('0.4.0')
    await putBack()
    expect(await findings()).toMatch(/live-forged/)
  })
})
