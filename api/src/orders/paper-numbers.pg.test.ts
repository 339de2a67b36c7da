import { setTimeout as wait } from 'node:timers/promises'
import { hasPostgres, openSession } from '@platform/base/testing/postgres-server'
import { createRandom } from '@platform/base/testing/random'
import { type Paper, parseNumber } from '@site/papers/paper'
import { findGaps, listPapers } from '@site/papers/paper-repository'
import { refundPayment } from '../refunds/refund-payment'
import { person } from '../testing/after-sale'
import { useTwoServers } from '../testing/two-servers'

jest.setTimeout(180_000)

const PAYMENTS = 60
const MOST_KILLED = 40

const onPostgres = hasPostgres ? describe : describe.skip
onPostgres('the numbers of papers, with two servers beside one PostgreSQL', () => {
  const { shop, server, buyer, many } = useTwoServers()
  const all = () => listPapers(shop.queries(), new Date(0), new Date(Date.now() + 1_000))
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
      const session = await openSession(shop.database.url ?? '')
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

  async function insist<T>(work: (time: number) => Promise<T | false>): Promise<T> {
    for (let time = 0; time < 200; time += 1) {
      const done = await work(time).catch(() => false as const)
      if (done !== false) return done
      await wait(50 + 10 * time)
    }
    throw new Error('It never came to pass')
  }

  it('R204: have neither gap nor double when 60 are paid at once and then refunded, while connections are killed', async () => {
    const begun = await many(PAYMENTS, (index) => insist((time) => buyer(index + time).payByCard()))
    const stop = startKilling()
    await Promise.all(
      begun.map(({ orderId, id }, index) =>
        insist(async (time) => (await buyer(index + time).confirmCard(orderId, id)).statusCode === 200),
      ),
    )
    await Promise.all(
      begun.slice(0, PAYMENTS / 4).map(({ orderId }, index) =>
        insist(async (time) => {
          await refundPayment(server(index + time).api.services, orderId, person)
          return (await shop.readOrder(orderId)).state === 'refunded'
        }),
      ),
    )
    expect(await stop()).toBeGreaterThan(5)
    const papers = await all()
    expect(numbersOf(papers, 'receipt')).toEqual(upTo(PAYMENTS))
    expect(numbersOf(papers, 'credit_note')).toEqual(upTo(PAYMENTS / 4))
    expect(new Set(papers.filter(({ kind }) => kind === 'receipt').map(({ orderId }) => orderId)).size).toBe(PAYMENTS)
    expect(await findGaps(shop.queries())).toEqual([])
  })

  it('R204: of a transaction that fails are the next one’s', async () => {
    const { orderId, id } = await buyer(0).payByCard()
    // The outbox write follows the receipt, so its failure tests the rollback.
    await shop.change('alter table outbox add constraint broken check (false) not valid')
    expect((await buyer(0).confirmCard(orderId, id)).statusCode).toBeGreaterThanOrEqual(500)
    expect(await all()).toEqual([])
    await shop.change('alter table outbox drop constraint broken')
    expect((await buyer(1).confirmCard(orderId, id)).statusCode).toBe(200)
    expect((await all()).map(({ number }) => number)).toEqual(['R-000001'])
  })

  it('R204: that have a gap are what the owner reads of', async () => {
    await buyer(0).buy()
    await shop.change('update paper_series set last = last + 1')
    expect(await findGaps(shop.queries())).toEqual([
      'The numbers of papers have a gap: R-000002 is the last of its series, which has 1 papers',
    ])
  })
})
