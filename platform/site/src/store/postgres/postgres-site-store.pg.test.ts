import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hasPostgres, type PostgresServer, startPostgres } from '@platform/base/testing/postgres-server'
import { openSite } from '../../open/open-site'
import { describeSiteStore } from '../../testing/describe-site-store'
import { connectStore } from './connect-store'

jest.setTimeout(60_000)
const describeStore = hasPostgres ? describe : describe.skip

describeStore('PostgreSQL', () => {
  let postgres: PostgresServer

  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  describeSiteStore('a database', async (folder) => {
    const databaseUrl = await postgres.createDatabase()
    const disk = await mkdtemp(path.join(tmpdir(), 'machine-'))
    const operator = (name: string) => (action: string) => `${name} (${action})`
    const ada = await openSite(folder, { databaseUrl, operator: operator('ada') })
    const bob = await openSite(path.join(disk, 'site'), { databaseUrl, operator: operator('bob') })
    return {
      ada,
      bob,
      async close() {
        for (const it of [ada, bob]) await it.close()
        await rm(disk, { recursive: true, force: true })
      },
    }
  })

  // Columns had other names; a database of then was refused by every statement.
  it('renames the columns of a database of before, once, and keeps their rows', async () => {
    const url = await postgres.createDatabase()
    const before = connectStore(url)
    await before.query('select 1')
    await before.query('alter table site_failures rename column location to place')
    await before.query(
      `insert into site_failures values (1, 1, 'a', now(), 'catalog', '0.1.0', 'throw', 'catalog/src/a.tsx:1')`,
    )
    await before.close()
    const after = connectStore(url)
    expect(await after.query('select location from site_failures')).toEqual([{ location: 'catalog/src/a.tsx:1' }])
    await after.close()
  })
})
