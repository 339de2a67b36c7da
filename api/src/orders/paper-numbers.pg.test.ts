import { setTimeout as wait } from 'node:timers/promises'
import { type Databases, hasPostgres, openSession, sharePostgres } from '@platform/base/testing/postgres-server'
import { createRandom } from '@platform/base/testing/random'
import { type Paper, parseNumber } from '@site/papers/paper'
import { findGaps, listPapers } from '@site/papers/paper-repository'
import { sql } from 'drizzle-orm'
import { createDatabase } from '../database/create-database'
import type { Database } from '../database/database'
import { refundPayment } from '../refunds/refund-payment'
import { createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { silentLog } from '../testing/silent-log'
import { createTestApi, type TestApi } from '../testing/test-api'
import { clearDatabase } from '../testing/test-database'

jest.setTimeout(180_000)

const onPostgres = hasPostgres ? describe : describe.skip
const PAYMENTS = 60
const MOST_KILLED = 40

onPostgres('the numbers of papers, with two servers beside one PostgreSQL', () => {
  let postgres: Databases
  let url: string
  let databases: [Database, Database]
  let apis: [TestApi, TestApi]

  beforeAll(async () => {
    postgres = await sharePostgres()
    url = await postgres.createDatabase()
    databases = [await createDatabase({ url }, silentLog), await createDatabase({ url }, silentLog)]
    await Promise.all(databases.map(({ opened }) => opened))
    const first = await createTestApi(databases[0])
    apis = [first, await createTestApi(databases[1], { peer: first })]
  })
  beforeEach(() => clearDatabase(databases[0]))
  afterAll(async () => {
    for (const api of apis ?? []) await api.close()
    for (const database of databases ?? []) await database.close()
    await postgres?.drop()
  })

  const api = (index: number) => apis[index % 2 ? 1 : 0]
  const buyer = (index: number) => createBuyer(api(index))
  const many = <T>(count: number, work: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)))
  const all = () => listPapers(databases[0].queries(), new Date(0), new Date(Date.now() + 1_000))
  const numbersOf = (papers: readonly Paper[], kind: Paper['kind']) =>
    papers
      .flatMap((paper) => (paper.kind === kind ? [parseNumber(paper.number)?.number ?? 0] : []))
      .sort((a, b) => a - b)
  const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

  function startKilling(): () => Promise<number> {
    let isOver = false
    let killed = 0
    const random = createRandom(3)
    const running = (async () => {
      const session = await openSession(url)
      while (!isOver && killed < MOST_KILLED) {
        const rows = await session.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'site-api' and state <> 'idle'
          and pid <> pg_backend_pid() order by random() limit 1`)
        killed += rows.length
        await wait(20 + 80 * random.uniform())
      }
      await session.close()
    })()
    return async () => {
      isOver = true
      await running
      return killed
    }
  }

  async function insist(work: (time: number) => Promise<boolean>): Promise<void> {
    for (let time = 0; time < 200; time += 1) {
      if (await work(time).catch(() => false)) return
      await wait(50 + 10 * time)
    }
    throw new Error('It never came to pass')
  }

  it('R204: have neither gap nor double when 60 are paid at once and then refunded, while connections are killed', async () => {
    const begun = await many(PAYMENTS, async (index) => {
      const orderId = newOrderId()
      let intent = ''
      await insist(async (time) => {
        const reply = await buyer(index + time).start(orderId)
        if (reply.statusCode !== 200) return false
        intent = buyer(index).payCard(reply)
        return true
      })
      return { orderId, intent }
    })
    const stop = startKilling()
    await many(PAYMENTS, (index) =>
      insist(async (time) => {
        const { orderId = '', intent = '' } = begun[index] ?? {}
        return (await buyer(index + time).confirmCard(orderId, intent)).statusCode === 200
      }),
    )
    await many(PAYMENTS / 4, (index) =>
      insist(async (time) => {
        const { orderId = '' } = begun[index] ?? {}
        const request = { actor: 'olga', reason: 'called off' }
        await refundPayment(api(index + time).api.services, orderId, request)
        return (await readOrder(databases[0], orderId)).state === 'refunded'
      }),
    )
    expect(await stop()).toBeGreaterThan(5)
    const papers = await all()
    expect(numbersOf(papers, 'receipt')).toEqual(upTo(PAYMENTS))
    expect(numbersOf(papers, 'credit_note')).toEqual(upTo(PAYMENTS / 4))
    expect(new Set(papers.filter(({ kind }) => kind === 'receipt').map(({ orderId }) => orderId)).size).toBe(PAYMENTS)
    expect(await findGaps(databases[1].queries())).toEqual([])
  })

  it('R204: of a transaction that fails are the next one’s', async () => {
    const orderId = newOrderId()
    const intent = buyer(0).payCard(await buyer(0).start(orderId))
    // The outbox write follows the receipt, so its failure tests the rollback.
    await databases[0].queries().execute(sql`alter table outbox add constraint broken check (false) not valid`)
    expect((await buyer(0).confirmCard(orderId, intent)).statusCode).toBeGreaterThanOrEqual(500)
    expect(await all()).toEqual([])
    await databases[0].queries().execute(sql`alter table outbox drop constraint broken`)
    expect((await buyer(1).confirmCard(orderId, intent)).statusCode).toBe(200)
    expect((await all()).map(({ number }) => number)).toEqual(['R-000001'])
  })

  it('R204: that have a gap are what the owner reads of', async () => {
    const orderId = newOrderId()
    await buyer(0).confirmCard(orderId, buyer(0).payCard(await buyer(0).start(orderId)))
    await databases[0].queries().execute(sql`update paper_series set last = last + 1`)
    expect(await findGaps(databases[0].queries())).toEqual([
      'The numbers of papers have a gap: R-000002 is the last of its series, which has 1 papers',
    ])
  })
})
