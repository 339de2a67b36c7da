import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  type Databases,
  findPostgres,
  openSession,
  type PostgresSession,
  sharePostgres,
} from '@platform/base/testing/postgres-server'
import { catalogFixture, hostFixture } from '@platform/release/testing/fixture-release'
import { appendEntry } from '@platform/site/audit/audit-log'
import { rollBack } from '@platform/site/changes/roll-back'
import { openSite } from '@platform/site/open/open-site'
import { connectStore } from '@platform/site/store/postgres/connect-store'
import { createTestSite, type TestSite, testKeys } from '@platform/site/testing/test-site'
import { createOperator, describeStore, nextCatalog, startMachine } from './testing/machines'
import { until } from './testing/test-origin'

jest.setTimeout(120_000)

const sessionsIn = (url: string) => (username: string) => openSession(Object.assign(new URL(url), { username }).href)
const readDeploy = (file: string) => readFile(path.join(__dirname, '../../../deploy', file), 'utf8')

describeStore('the roles of deploy/roles.sql', () => {
  let postgres: Databases
  let site: TestSite
  let admin: PostgresSession
  let shop: PostgresSession
  let origin: PostgresSession
  let ada: Awaited<ReturnType<typeof createOperator>>
  let machine: Awaited<ReturnType<typeof startMachine>>
  let url: string
  let urlOf: (role: string) => string
  let tables: string[]

  beforeAll(async () => {
    postgres = await sharePostgres()
    url = await postgres.createDatabase()
    urlOf = (role) => Object.assign(new URL(url), { username: role }).href
    admin = await openSession(url)
    await admin.query(await readDeploy('roles.sql'))
    site = await createTestSite()
    ada = await createOperator(urlOf('site_operator'), site)
    machine = await startMachine(urlOf('site_origin'))
    await ada.settle()
    for (const fixture of [hostFixture(), catalogFixture()]) await ada.publish(fixture)
    await ada.activate({ shell: 'latest', catalog: 'latest' })
    await ada.publish(nextCatalog('0.2.0', 'second'))
    await ada.activate({ catalog: 'latest' })
    shop = await openSession(urlOf('site_shop'))
    origin = await openSession(urlOf('site_origin'))
    const found = await admin.query(
      `select table_name as name from information_schema.tables where table_schema = 'site'`,
    )
    tables = found.map(({ name }) => String(name))
  })
  afterAll(async () => {
    await machine?.close()
    await machine?.remove()
    for (const it of [shop, origin, admin]) await it?.close()
    await ada?.remove()
    await site?.remove()
    await postgres?.drop()
  })

  const refusal = (session: PostgresSession, statement: string) =>
    session.query(statement).then(
      () => `allowed: ${statement}`,
      (error: Error) => error.message,
    )

  it('let the shop read and change nothing of the site', async () => {
    expect(tables.length).toBeGreaterThan(8)
    for (const table of tables) {
      for (const statement of [
        `select * from site.${table}`,
        `delete from site.${table}`,
        `insert into site.${table} default values`,
        `alter table site.${table} add column it text`,
        `drop table site.${table}`,
        `create trigger it before insert on site.${table} for each row execute function suppress_redundant_updates_trigger()`,
      ]) {
        expect(await refusal(shop, statement)).toMatch(/permission denied|must be owner/)
      }
    }
    expect(await refusal(shop, 'create table site.mine (it text)')).toMatch(/permission denied/)
    expect(await refusal(shop, 'set role site_operator')).toMatch(/permission denied/)
    expect(await refusal(shop, 'create table orders_of_the_shop (it text)')).toMatch(/^allowed/)
  })

  it('let an origin write nothing that is made', async () => {
    for (const statement of [
      'update site_documents set content = content',
      'update site_blobs set digest = digest',
      'delete from site_documents',
      'insert into site_documents (name, content) values (1, 1)',
      'update site_live set signed = signed',
      'update site_live set signature = signature',
      'delete from site_live',
      'update site_record set line = line',
      'delete from site_record',
      `insert into site_lock (token, operator, since, seen_at) values (gen_random_uuid(), 'eve', now(), now())`,
      'alter table site_live disable trigger all',
      'create table site.mine (it text)',
      'create table public.mine (it text)',
    ]) {
      expect(await refusal(origin, statement)).toMatch(/permission denied|must be owner/)
    }
  })

  it('let an origin show what an operator makes live, go back, and say so', async () => {
    await until(() => machine.live() === 2)
    expect((await machine.send('/courses')).text).toContain('<h1>second</h1>')
    const keys = { publicKeys: testKeys.publicKeys, isReading: true }
    const store = await openSite(machine.copy.root, { databaseUrl: urlOf('site_origin'), keys })
    expect(await rollBack(store)).toMatchObject({ from: 2, to: 1 })
    await appendEntry(store.audit, { action: 'automatic: roll back', actor: { kind: 'origin', name: 'origin' } })
    await until(() => machine.live() === 1)
    const forward = store.moveLive(await store.live(), { live: 2, history: [1] })
    await expect(forward).rejects.toThrow(/needs the operator's key.*composition 2 was not live before/s)
    await store.close()
  })

  const withTools = findPostgres() ? it : it.skip
  // As the shop's role, the scheduled backup stopped at "permission denied for schema site".
  withTools('let the scheduled backup be restored with its owners', async () => {
    const programs = findPostgres() ?? ''
    const dump = path.join(path.dirname(machine.copy.root), 'shop.dump')
    const unit = await readDeploy('systemd/site-backup.service')
    const [, line = ''] = /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(unit) ?? []
    const command = line.replaceAll(/([%$])\1/g, '$1').replace(/--file="[^"]+"/, `--file=${dump}`)
    const variables = { DATABASE_URL: urlOf('site_shop'), BACKUP_DATABASE_URL: url }
    const env = { ...process.env, ...variables, PATH: `${programs}:${process.env.PATH}` }
    execFileSync('sh', ['-c', command], { env, stdio: 'pipe' })

    const restored = await postgres.createDatabase()
    const as = sessionsIn(restored)
    const owner = await openSession(restored)
    await owner.query(await readDeploy('roles.sql'))
    execFileSync(path.join(programs, 'pg_restore'), ['--clean', '--if-exists', `--dbname=${restored}`, dump])
    const [ofOperator, ofShop] = [await as('site_operator'), await as('site_shop')]
    expect(await ofOperator.query('select revision from site_live')).toHaveLength(1)
    expect(await refusal(ofOperator, 'alter table site_live add column it text')).toMatch(/^allowed/)
    expect(await refusal(ofShop, 'select * from site.site_live')).toMatch(/permission denied/)
    for (const it of [ofOperator, ofShop, owner]) await it.close()
  })

  it('take over a database of before, with what it holds', async () => {
    const url = await postgres.createDatabase()
    const as = sessionsIn(url)
    const before = connectStore(url)
    await before.query(`insert into site_documents (name, content) values ('settings.json', '{}')`)
    await before.close()
    const other = await openSession(url)
    await other.query('create table orders (it text)')
    await other.query(await readDeploy('roles.sql'))
    const [ofShop, ofOrigin] = [await as('site_shop'), await as('site_origin')]
    expect(await ofOrigin.query('select name from site_documents')).toEqual([{ name: 'settings.json' }])
    expect(await refusal(ofShop, 'insert into orders values (1)')).toMatch(/^allowed/)
    expect(await refusal(ofShop, 'delete from site.site_documents')).toMatch(/permission denied/)
    for (const it of [ofShop, ofOrigin, other]) await it.close()
  })
})
