import { type Databases, hasPostgres, sharePostgres } from '@platform/base/testing/postgres-server'
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
import { createOperator, type SharedSite, startMachine, startSharedSite } from './testing/machines'
import { until } from './testing/test-origin'

// A writer of the shop's database changed pages, and doctor found nothing.

jest.setTimeout(120_000)
const describeStore = hasPostgres ? describe : describe.skip
const FORGED = 'Forged by a writer of the database'
const changePointer = (change: string) => `update site_live set pointer = (pointer::jsonb || '${change}')::json`

/** Statements of a writer without the operator's key, and what doctor says about them. */
const attacks: [statements: string, named: RegExp][] = [
  ['update site_blobs set content = set_byte(content, 5, get_byte(content, 5) # 1)', /2: The blob .* was changed/],
  [
    'update site_blobs it set content = (select content from site_blobs other where other.digest <> it.digest limit 1)',
    /archive-damaged composition 2: The blob .* was changed/,
  ],
  ['delete from site_blobs', /archive-damaged composition 2: .*no longer has/],
  [changePointer('{"live": 3}'), /live-forged .*composition 3 was not/],
  [`${changePointer('{"live": 3}')}; update site_live set revision = 40`, /live-forged/],
  [
    changePointer('{"canary": {"composition": 1, "share": 100, "salt": "x", "startedAt": "2026-01-01"}}'),
    /live-forged .*composition 1 is not the canary/,
  ],
  [
    changePointer('{"lastLive": {"3": "2036-01-01T00:00:00.000Z"}}'),
    /live-forged .*visitors did not get composition 3/,
  ],
  [
    `${changePointer('{"live": 3}')}; update site_live set signed = pointer::text, signed_revision = 99`,
    /live-forged .*not what an operator has signed/,
  ],
  [
    'update site_live set (signed, signed_revision, signature) = (select * from before_now), pointer = (select signed from before_now)::json',
    /live-forged .*signed as revision 1, and this machine has seen 2/,
  ],
  ['update site_live set pointer = null, signed = null', /live-forged/],
  ['update site_live set prepared = 1', /row-invalid .*asked to hold composition 1, and no operator is at work/],
  [
    `update site_documents set (content, signature) = (select content, signature from site_documents where name = 'composition/1') where name = 'composition/2'`,
    /row-unsigned .*omposition 2 /,
  ],
  [
    `update site_documents set signature = null where name like 'composition/%'`,
    /row-unsigned Composition 2 is signed by no operator/,
  ],
  [`delete from site_documents where name like 'composition/%'`, /archive-damaged .*composition 2/],
  [
    `with other as (insert into site_blobs values (encode(sha256('x'), 'hex'), 'x'))
       update site_documents set archive = encode(sha256('x'), 'hex') where name like 'release/%'`,
    /archive-damaged/,
  ],
  [
    `update site_documents set content = '["' || repeat('0', 64) || substr(content, 67) where name like 'release/catalog@%'`,
    /row-unsigned The release catalog@0\.2\.0/,
  ],
  // A later time would make it the latest.
  [
    `update site_documents set content = left(content, 67) || ',"2036-01-01T00:00:00.000Z"]' where name = 'release/catalog@0.1.0'`,
    /row-unsigned The release catalog@0\.1\.0/,
  ],
  [
    `update site_documents set content = 'sha512-other' where name like 'pin/%'`,
    /row-unsigned The pin of catalog@0\.2\.0/,
  ],
  [
    `insert into site_documents (name, content) values ('pin/shell@9.0.0', 'sha512-other')`,
    /row-unsigned The pin of shell@9\.0\.0/,
  ],
  [
    `update site_documents set content = replace(content, 'localhost', 'evil.example')`,
    /row-unsigned The document settings\.json/,
  ],
  [
    `insert into site_documents (name, content) values ('keys.json', '{}') on conflict (name) do update set content = '{}'`,
    /row-unsigned The document keys\.json/,
  ],
  [
    `update site_documents set (content, revision, signature) = (select content, revision, signature from keys_before) where name = 'keys.json'`,
    /row-unsigned .*keys\.json.*has seen revision 2/,
  ],
  [`delete from site_documents where name = 'keys.json'`, /row-unsigned .*keys\.json/],
  [
    `update site_record set line = replace(line, '"ada"', '"bob"') where number = 1`,
    /Line 1 of the audit log was altered/,
  ],
  [
    'update site_record it set line = (select line from site_record other where other.number = 3 - it.number)',
    /Line 1 of the audit log/,
  ],
  ['delete from site_record where number = 2', /seen line 2, and there are 1/],
  [
    `insert into site_lock (token, operator, since, seen_at) values (gen_random_uuid(), 'eve', now(), now() + interval '1 year')`,
    /lock-held .*eve/,
  ],
  [`update site_origins set available = '{1,2,77}', serving = 77`, /origin-behind/],
  [
    `insert into site_origins (id, name, seen_at, available, serving) values (gen_random_uuid(), 'web-9', now() + interval '1 year', '{1,2}', 2)`,
    /row-invalid .*web-9/,
  ],
  ['insert into site_served values (77, 2000000000, 5)', /row-invalid .*site_served.*composition 77/],
  ['insert into site_served values (2, 2000000000, -5)', /row-invalid .*site_served/],
  ['insert into site_visits values (77, 2000000000, 5, 5, 0, 0, 0, 0)', /row-invalid .*site_visits.*composition 77/],
  ['insert into site_visits values (2, 2000000000, 5, 0, 9, 0, 0, 0)', /row-invalid .*site_visits.*composition 2,/],
  [
    `insert into site_failures values (77, 1, 'a', now(), 'catalog', '0.2.0', 'throw', 'a.tsx:1')`,
    /row-invalid .*site_failures.*composition 77/,
  ],
  [
    `insert into site_failures values (2, 1, 'a', now(), 'catalog', '9.9.9', 'throw', 'a.tsx:1')`,
    /row-invalid .*catalog@9\.9\.9/,
  ],
  [
    `insert into site_vitals values (77, 2000000000, 'LCP', 'catalog', 1200, 5)`,
    /row-invalid .*site_vitals.*composition 77/,
  ],
  [`insert into site_migrations (name) values ('forged')`, /row-invalid .*forged/],
]
let tables: string[]

describeStore('a store that somebody else writes', () => {
  let postgres: Databases
  let shared: SharedSite
  let store: SharedSite['store']
  let ada: SharedSite['ada']

  beforeAll(async () => {
    postgres = await sharePostgres()
    shared = await startSharedSite(postgres)
    ;({ store, ada } = shared)
    const actor = { kind: 'user', name: 'ada' } as const
    await store.query('create table before_now as select signed, signed_revision, signature from site_live')
    await appendEntry(ada.store.audit, { action: 'activate', actor })
    await addKey(ada.store, 'content', createTeam().publicKey)
    await store.query(`create table keys_before as select * from site_documents where name = 'keys.json'`)
    await addKey(ada.store, 'content', createTeam().publicKey)
    await shared.release('0.2.0')
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
  afterAll(async () => {
    await shared?.remove()
    await postgres?.drop()
  })
  async function putBack(): Promise<void> {
    for (const table of tables.filter((it) => it !== 'site_origins')) {
      await store.query(`delete from ${table}`)
      await store.query(`insert into ${table} select * from kept_${table}`)
    }
  }
  afterEach(async () => {
    await putBack()
    await store.query(`delete from site_origins where name = 'web-9'`)
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
    const carol = await createOperator(shared.url, shared.site, 'carol', { keys })
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
