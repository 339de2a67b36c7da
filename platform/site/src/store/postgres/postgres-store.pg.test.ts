import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Databases, hasPostgres, sharePostgres } from '@platform/base/testing/postgres-server'
import { listBlobs } from '@platform/compose/composition/blob-files'
import { catalogFixture } from '@platform/release/testing/fixture-release'
import { Pool } from 'pg'
import { holdSite, resumeSite } from '../../changes/roll-back'
import { openSite } from '../../open/open-site'
import { pullAll } from '../../sharing/pull'
import { describeSiteStore } from '../../testing/describe-site-store'
import { createTestSite } from '../../testing/test-site'
import { fileCopy } from '../file/file-copy'
import { fileStore } from '../file/file-store'
import { connectStore, copyBlobs } from './connect-store'
import { postgresStore } from './postgres-store'

jest.setTimeout(60_000)

const allButDate = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
]
const describeStore = hasPostgres ? describe : describe.skip

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

describeStore('PostgreSQL', () => {
  let postgres: Databases

  beforeAll(async () => {
    postgres = await sharePostgres()
  })
  afterAll(() => postgres?.drop())

  describeSiteStore('a database', async (folder) => {
    const databaseUrl = await postgres.createDatabase()
    const disk = await mkdtemp(path.join(tmpdir(), 'machine-'))
    const privateKey = await readFile(path.join(folder, 'keys/operator.key'), 'utf8')
    const keys = { privateKey }
    const ada = await openSite(folder, { databaseUrl, keys })
    const bob = await openSite(path.join(disk, 'site'), { databaseUrl, keys })
    return {
      ada,
      bob,
      async close() {
        for (const it of [ada, bob]) await it.close()
        await rm(disk, { recursive: true, force: true })
      },
    }
  })

  async function goLive() {
    const site = await createTestSite()
    await site.goLive()
    const databaseUrl = await postgres.createDatabase()
    const store = await openSite(site.copy.root, { databaseUrl })
    ends.push(
      () => store.close(),
      () => site.remove(),
    )
    await store.moveLive(await store.live(), { live: 1, history: [] }, { newcomer: 1 })
    return { site, databaseUrl, store, first: await store.live() }
  }

  // It told to delete the row that says what is live.
  it('is checked, and holds nothing broken off any more after the next change', async () => {
    const { databaseUrl, store } = await goLive()
    const database = connectStore(databaseUrl)
    ends.push(database.close)
    await postgresStore(database).swap({ prepared: 2 })
    const todos = async () => (await store.check()).filter(({ code }) => code === 'row-invalid').map(({ todo }) => todo)
    expect(await todos()).toEqual([expect.stringContaining('"site hold" and "site resume"')])
    await holdSite(store, { by: 'ada', reason: 'a change was broken off' })
    await resumeSite(store)
    expect(await todos()).toEqual([])
  })

  it('goes by the time of the database, whatever the clock of whoever asks', async () => {
    // An operator's clock one hour ahead suspended the canary's decision for an hour.
    const { databaseUrl, store, first } = await goLive()
    jest.useFakeTimers({ now: Date.now() + 3_600_000, doNotFake: allButDate })
    const late = Date.now() - 1_800_000
    expect((await store.now()).getTime()).toBeLessThan(late)
    await store.moveLive(first, { canary: { composition: 1, share: 5, salt: 'a', startedAt: '' } })
    await holdSite(store, { by: 'ada', reason: 'a bad night' })
    await store.moveLive(await store.live(), { canary: undefined })
    await store.addRelease('catalog', '0.1.0')
    const { pointer } = await store.live()
    const database = connectStore(databaseUrl)
    const published = await database.query(
      `select content::json ->> 1 as at from site_documents where name like 'release/%'`,
    )
    await database.close()
    jest.useRealTimers()
    const times = [pointer?.hold?.since, pointer?.canaryEndedAt, pointer?.since, ...published.map(({ at }) => at)]
    expect(times.filter((time) => Date.parse(String(time)) > late)).toEqual([])
    expect(times).not.toContain(undefined)
  })

  // Rows carry bytes as hexadecimal digits, so another machine got twice the new bytes.
  it('P10: sends another machine at most 1.2 times the bytes that are new', async () => {
    const { site, databaseUrl, store: ada, first } = await goLive()
    const line = watchLine()
    const database = connectStore(databaseUrl)
    const disk = await mkdtemp(path.join(tmpdir(), 'machine-'))
    ends.push(
      () => database.close(),
      () => rm(disk, { recursive: true }),
    )
    const keys = { privateKey: await readFile(path.join(site.copy.root, 'keys/operator.key'), 'utf8') }
    const bob = fileCopy(path.join(disk, 'site'), keys)
    const parts = { copy: bob, local: fileStore(bob), store: postgresStore(database) }
    await pullAll(parts)
    const before = await listBlobs(bob)

    const picture = randomBytes(400_000).toString('base64')
    await site.publish(catalogFixture({ version: '0.2.0', content: { 'client/courses.js': `'${picture}'` } }))
    await site.activate({ catalog: '0.2.0' })
    await ada.moveLive(first, { live: 2, history: [1] }, { newcomer: 2 })
    line.taken()
    expect(await pullAll(parts)).toEqual({ available: [2, 1], errors: [] })
    const taken = line.taken()

    const [added] = await database.query<{ bytes: string }>(
      `select (select sum(length(content)) from site_blobs where digest <> all ($1) and digest not in (
                select archive from site_documents where name <> 'release/catalog@0.2.0' and archive is not null))
            + (select length(content) from site_documents where name = 'composition/2') as bytes`,
      [[...before]],
    )
    expect(taken / Number(added?.bytes)).toBeGreaterThan(1)
    expect(taken / Number(added?.bytes)).toBeLessThan(1.2)
  })

  it('reads bytes whole or not at all, also on a line that breaks or falls silent', async () => {
    const line = watchLine()
    const url = await postgres.createDatabase()
    const database = connectStore(url)
    const pool = new Pool({ connectionString: url, max: 1 })
    pool.on('error', () => {})
    ends.push(
      () => database.close(),
      () => pool.end(),
    )
    const content = randomBytes(1_000_000)
    await database.query('insert into site_blobs (digest, content) values ($1, $2)', ["it's", content])
    const isRead = async () => (await database.blobs(["it's"]))[0]?.[1].equals(content)
    expect([await isRead(), await database.blobs(['another'])]).toEqual([true, []])
    line.breakAfter(500_000)
    await expect(isRead()).rejects.toThrow('Connection terminated unexpectedly')
    expect(await isRead()).toBe(true)
    line.breakAfter(500_000, 'silent')
    await expect(copyBlobs(pool, ["it's"], 1_000)).rejects.toThrow('The database fell silent')
    expect((await copyBlobs(pool, ["it's"], 20_000))[0]?.[1].equals(content)).toBe(true)
  })
})

/** Counts what comes in on connections that begin from now on. */
function watchLine() {
  const { connect } = Socket.prototype
  let bytes = 0
  let breaksAt = Number.POSITIVE_INFINITY
  let isSilent = false
  const watched = jest.spyOn(Socket.prototype, 'connect').mockImplementation(function (
    this: Socket,
    ...args: unknown[]
  ) {
    const push = this.push.bind(this)
    this.push = (chunk: Buffer | null) => {
      bytes += chunk?.length ?? 0
      if (bytes < breaksAt) return push(chunk)
      breaksAt = Number.POSITIVE_INFINITY
      this.push = () => true
      if (!isSilent) this.destroy()
      return true
    }
    return Reflect.apply(connect, this, args)
  })
  ends.push(async () => watched.mockRestore())
  return {
    taken() {
      const taken = bytes
      bytes = 0
      return taken
    },
    /** Breaks the connection once after this many more bytes; `silent` keeps it open. */
    breakAfter(more: number, how: 'closed' | 'silent' = 'closed') {
      breaksAt = bytes + more
      isSilent = how === 'silent'
    },
  }
}
