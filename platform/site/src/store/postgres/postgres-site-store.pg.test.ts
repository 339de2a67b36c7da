import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Databases, hasPostgres, sharePostgres } from '@platform/base/testing/postgres-server'
import { holdSite } from '../../changes/hold-site'
import { openSite } from '../../open/open-site'
import { describeSiteStore } from '../../testing/describe-site-store'
import { createTestSite } from '../../testing/test-site'
import { connectStore } from './connect-store'

jest.setTimeout(60_000)

/** The clock alone is another. */
const allButDate = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
]
const describeStore = hasPostgres ? describe : describe.skip

describeStore('PostgreSQL', () => {
  let postgres: Databases

  beforeAll(async () => {
    postgres = await sharePostgres()
  })
  afterAll(() => postgres?.drop())

  describeSiteStore('a database', async (folder) => {
    const databaseUrl = await postgres.createDatabase()
    const disk = await mkdtemp(path.join(tmpdir(), 'machine-'))
    const operator = (name: string) => (action: string) => `${name} (${action})`
    // Ada's folder has the key that signed what it has.
    const privateKey = await readFile(path.join(folder, 'keys/operator.key'), 'utf8')
    const keys = { privateKey }
    const ada = await openSite(folder, { databaseUrl, keys, operator: operator('ada') })
    const bob = await openSite(path.join(disk, 'site'), { databaseUrl, keys, operator: operator('bob') })
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
    await before.query('drop table site_migrations')
    await before.query('alter table site_failures rename column location to place')
    await before.query(
      `insert into site_failures values (1, 1, 'a', now(), 'catalog', '0.1.0', 'throw', 'catalog/src/a.tsx:1')`,
    )
    await before.close()
    const after = connectStore(url)
    expect(await after.query('select location from site_failures')).toEqual([{ location: 'catalog/src/a.tsx:1' }])
    await after.close()
  })

  it('goes by the time of the database, whatever the clock of whoever asks', async () => {
    // An operator's clock an hour ahead was an hour in which a canary was not judged.
    const site = await createTestSite()
    await site.goLive()
    const databaseUrl = await postgres.createDatabase()
    const store = await openSite(site.copy.root, { databaseUrl })
    const first = await store.moveLive(await store.live(), { live: 1, history: [] }, { newcomer: 1 })
    jest.useFakeTimers({ now: Date.now() + 3_600_000, doNotFake: allButDate })
    const late = Date.now() - 1_800_000
    expect((await store.now()).getTime()).toBeLessThan(late)
    await store.moveLive(first, { canary: { composition: 1, share: 5, salt: 'a', startedAt: '' } })
    await holdSite(store, { by: 'ada', reason: 'a bad night' })
    await store.moveLive(await store.live(), { canary: undefined })
    await store.addRelease('catalog', '0.1.0')
    const { pointer } = await store.live()
    const published = await connected(databaseUrl, 'select published_at as at from site_releases')
    jest.useRealTimers()
    const times = [pointer?.hold?.since, pointer?.canaryEndedAt, pointer?.since, ...published.map(({ at }) => at)]
    expect(times.filter((time) => Date.parse(String(time)) > late)).toEqual([])
    expect(times).not.toContain(undefined)
    await store.close()
    await site.remove()
  })

  async function connected(url: string, query: string): Promise<{ at: Date }[]> {
    const database = connectStore(url)
    const rows = await database.query<{ at: Date }>(query)
    await database.close()
    return rows
  }
})
