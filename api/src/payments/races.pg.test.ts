import { hasPostgres, ownsPostgres, type PostgresServer, startPostgres } from '@platform/base/testing/postgres-server'
import { findGaps } from '@site/papers/paper-repository'
import { sql } from 'drizzle-orm'
import { createDatabase } from '../database/create-database'
import type { Database } from '../database/database'
import { refundPayment } from '../refunds/refund-payment'
import { person } from '../testing/after-sale'
import { createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { setUpShop } from '../testing/set-up-shop'
import { silentLog } from '../testing/silent-log'
import { createTestApi, stripeEvent, type TestApi } from '../testing/test-api'
import { sweep } from './sweep'

const LATER_MS = 180_000
const RUNS = Array.from({ length: 6 }, (_, run) => run)

const onPostgres = hasPostgres ? describe : describe.skip
onPostgres('two servers beside one PostgreSQL', () => {
  const shop = setUpShop()
  let second: TestApi
  let database: Database

  beforeAll(async () => {
    database = await createDatabase({ url: shop.database.url ?? '' }, silentLog)
    await database.opened
    second = await createTestApi(database, { peer: shop })
    // The first call of a server takes seconds on a busy machine.
    for (const api of [shop, second]) await createBuyer(api).start(newOrderId())
  })
  afterAll(async () => {
    await second?.close()
    await database?.close()
  })

  const server = (index: number): TestApi => (index % 2 ? second : shop)
  const buyer = (index: number) => createBuyer(server(index))
  const many = <T>(count: number, work: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)))
  const { intentsOf } = shop.buyer

  it('begin one payment for 20 requests at once', async () => {
    const orderId = newOrderId()
    const replies = await many(20, (index) => buyer(index).start(orderId))
    const secret = replies[0]?.json().data?.clientSecret
    const told = replies.map((reply) => [reply.statusCode, reply.json().data?.clientSecret])
    expect(told).toEqual(Array(20).fill([200, secret]))
    expect(intentsOf(orderId)).toHaveLength(1)
    expect(await shop.outline(orderId)).toBe('pending: open; no mail')
  })

  it('settle once, whether the browser, the webhook or the sweep is first', async () => {
    for (const run of RUNS) {
      const { orderId, id } = await buyer(run).payByCard()
      const event = (index: number) => stripeEvent({ id }, undefined, `evt_${orderId}_${index % 3}`)
      const [confirmed, heard] = await Promise.all([
        many(4, (index) => buyer(index).confirmCard(orderId, id)),
        many(6, (index) => server(index).sendStripe(event(index))),
        many(2, (index) => sweep(server(index).api.services, Date.now() + LATER_MS)),
      ])
      expect([...confirmed, ...heard].map((reply) => reply.statusCode)).toEqual(Array(10).fill(200))
      expect(await shop.outline(orderId)).toBe('paid: succeeded; order_confirmation')
      expect((await shop.readOrder(orderId)).path).toEqual(['pending', 'paid'])
    }
  })

  it('leave one payment that can be made when baskets and kinds of payment race', async () => {
    const other = { amount: 119, items: [{ id: 1, quantity: 1, price: 99 }] }
    for (const _run of RUNS) {
      const orderId = newOrderId()
      const replies = await many(9, (index) =>
        index % 3 === 2 ? buyer(index).startWallet(orderId) : buyer(index).start(orderId, index % 3 ? other : {}),
      )
      for (const reply of replies) expect([200, 409]).toContain(reply.statusCode)
      const open = (await shop.readOrder(orderId)).payments.filter(({ state }) => state === 'open')
      expect(open).toHaveLength(1)
      const alive = intentsOf(orderId).filter(({ status }) => status !== 'canceled')
      expect(alive).toHaveLength(open[0]?.provider === 'stripe' ? 1 : 0)
    }
  })

  it('keep one of two payments that arrive together, and send the other back', async () => {
    for (const _run of RUNS) {
      const { orderId, id: walletId } = await buyer(0).approved()
      const intentId = buyer(0).payCard(await buyer(1).start(orderId))
      shop.fakeProviders.payPal.capture(walletId)
      await Promise.all([
        many(3, (index) => buyer(index).confirmCard(orderId, intentId)),
        many(3, (index) => buyer(index).confirmWallet(walletId)),
      ])
      await shop.sweepAt(LATER_MS)
      const kept = await shop.readOrder(orderId)
      expect(kept.payments.map(({ state }) => state).sort()).toEqual(['refunded', 'succeeded'])
      expect(kept.state).toBe('paid')
      // The card's start ended the wallet's payment, so its refund may precede the card's money.
      expect(kept.mails.sort()).toEqual(['order_confirmation', 'payment_refunded'])
      const isWalletBack = shop.fakeProviders.payPal.orders.get(walletId)?.isRefunded
      expect([isWalletBack, intentsOf(orderId)[0]?.isRefunded].filter(Boolean)).toHaveLength(1)
    }
  })

  it('R204: number papers with neither gap nor double when 20 are paid at once and then refunded', async () => {
    const paid = await many(20, (index) => buyer(index).payByCard())
    const confirmed = await many(20, (index) =>
      buyer(index).confirmCard(paid[index]?.orderId ?? '', paid[index]?.id ?? ''),
    )
    expect(confirmed.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
    await many(10, (index) => refundPayment(server(index).api.services, paid[index]?.orderId ?? '', person))
    const issued = await shop.change('select kind, number from papers order by kind, number')
    const series = (kind: string, last: number) =>
      Array.from({ length: last }, (_, index) => ({ kind, number: index + 1 }))
    expect(issued).toEqual([...series('credit_note', 10), ...series('receipt', 20)])
    expect(await findGaps(shop.queries())).toEqual([])
  })

  it('run a transaction again that PostgreSQL ended for a deadlock', async () => {
    const ids = [newOrderId(), newOrderId()]
    for (const id of ids) await buyer(0).start(id)
    let runs = 0
    let holders = 0
    let bothHold = () => {}
    const both = new Promise<void>((resolve) => {
      bothHold = resolve
    })
    const touch = ([first, second]: string[]) =>
      shop.database.transaction(async (queries) => {
        runs += 1
        await queries.execute(sql`update orders set description = 'x' where id = ${first}`)
        holders += 1
        if (holders === 2) bothHold()
        await both
        await queries.execute(sql`update orders set description = 'x' where id = ${second}`)
      })
    await Promise.all([touch(ids), touch([...ids].reverse())])
    expect(runs).toBeGreaterThan(2)
  })
})

const onOwnServer = ownsPostgres ? describe : describe.skip
onOwnServer('a PostgreSQL that is gone', () => {
  let postgres: PostgresServer
  let database: Database
  let test: TestApi

  beforeAll(async () => {
    postgres = await startPostgres()
    database = await createDatabase({ url: await postgres.createDatabase() }, silentLog)
    await database.opened
    test = await createTestApi(database)
  }, 120_000)
  afterAll(async () => {
    await test?.close()
    await database?.close()
    postgres?.stop()
  })

  it('is answered with 503, and is used as soon as it is back or comes at last', async () => {
    const buyer = createBuyer(test)
    const { orderId, id } = await buyer.payByCard()
    const url = await postgres.createDatabase()
    postgres.crash()
    const down = await buyer.confirmCard(orderId, id)
    expect(down.statusCode).toBe(503)
    expect(down.json().message).toBe('Failed to confirm payment. Please check your order status.')
    expect((await buyer.start(newOrderId())).statusCode).toBe(503)
    expect(await database.isReady()).toBe(false)
    const late = await createDatabase({ url }, silentLog)
    expect(await late.isReady()).toBe(false)
    postgres.start()
    await late.opened
    expect(await late.isReady()).toBe(true)
    await late.close()
    expect((await buyer.confirmCard(orderId, id)).statusCode).toBe(200)
    expect((await readOrder(database, orderId)).state).toBe('paid')
  })
})
