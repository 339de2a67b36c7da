import { hasPostgres, ownsPostgres, type PostgresServer, startPostgres } from '@platform/base/testing/postgres-server'
import { signStripe } from '@site/sandbox/testing'
import { sql } from 'drizzle-orm'
import { createDatabase } from '../database/create-database'
import type { Database } from '../database/database'
import { payments } from '../database/schema'
import { createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { silentLog } from '../testing/silent-log'
import { createTestApi, type TestApi } from '../testing/test-api'
import { sweep } from './sweep'

const describeRaces = hasPostgres ? describe : describe.skip
const itOnOwnServer = ownsPostgres ? it : it.skip

describeRaces('two servers beside one PostgreSQL', () => {
  let postgres: PostgresServer
  let database: Database
  let second: Database
  let apis: [TestApi, TestApi]
  let buyers: ReturnType<typeof createBuyer>[]

  beforeAll(async () => {
    postgres = await startPostgres()
    const url = await postgres.createDatabase()
    database = await createDatabase({ url }, silentLog)
    second = await createDatabase({ url }, silentLog)
    await Promise.all([database.opened, second.opened])
    const first = await createTestApi(database)
    apis = [first, await createTestApi(second, { peer: first })]
    buyers = apis.map((api) => createBuyer(api))
  }, 120_000)

  beforeEach(() => {
    for (const api of apis) api.heal()
  })

  afterAll(async () => {
    for (const api of apis ?? []) await api.close()
    await database?.close()
    await second?.close()
    postgres?.stop()
  }, 60_000)

  const buyer = (index: number) => buyers[index % 2] ?? createBuyer(apis[0])
  const many = <T>(count: number, work: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)))
  const intentsOf = (orderId: string) =>
    apis[0].fakeProviders.stripe.intents.all().filter((intent) => intent.metadata.order === orderId)

  it('begin one payment for 20 requests at once', async () => {
    const orderId = newOrderId()
    const replies = await many(20, (index) => buyer(index).start(orderId))
    expect(new Set(replies.map((reply) => reply.json().data?.clientSecret)).size).toBe(1)
    expect(intentsOf(orderId)).toHaveLength(1)
    expect((await readOrder(database, orderId)).payments).toHaveLength(1)
  })

  it('settle once, whether the browser, the webhook or the sweep is first', async () => {
    for (let run = 0; run < 10; run += 1) {
      const orderId = newOrderId()
      const id = buyer(0).payCard(await buyer(run).start(orderId))
      const event = (name: string) =>
        JSON.stringify({
          id: name,
          object: 'event',
          livemode: false,
          type: 'payment_intent.succeeded',
          data: { object: { id } },
        })
      const send = (index: number) => {
        const body = event(`evt_${orderId}_${index % 3}`)
        const signature = signStripe(body, apis[0].fakeProviders.keys.stripeSecret)
        const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
        return apis[index % 2 ? 1 : 0].app.inject({
          method: 'POST',
          url: '/api/payments/webhooks/stripe',
          body,
          headers,
        })
      }
      const later = Date.now() + 180_000
      const replies = await Promise.all([
        many(4, (index) => buyer(index).confirmCard(orderId, id)),
        many(6, send),
        many(2, async (index) => sweep((apis[index] ?? apis[0]).api.services, later)),
      ])
      expect(replies[0].map((reply) => reply.statusCode)).toEqual([200, 200, 200, 200])
      expect(replies[1].every((reply) => reply.statusCode === 200)).toBe(true)
      const kept = await readOrder(database, orderId)
      expect(kept).toMatchObject({ state: 'paid', path: ['pending', 'paid'], mails: ['order_confirmation'] })
    }
  }, 60_000)

  it('leave one payment that can be made when baskets and kinds of payment race', async () => {
    for (let run = 0; run < 10; run += 1) {
      const orderId = newOrderId()
      const other = { amount: 119, items: [{ id: 1, quantity: 1, price: 99 }] }
      const replies = await many(9, (index) =>
        index % 3 === 2 ? buyer(index).startWallet(orderId) : buyer(index).start(orderId, index % 3 ? other : {}),
      )
      for (const reply of replies) expect([200, 409]).toContain(reply.statusCode)
      const kept = await readOrder(database, orderId)
      const open = kept.payments.filter(({ state }) => state === 'open')
      expect(open).toHaveLength(1)
      const alive = intentsOf(orderId).filter(({ status }) => status !== 'canceled')
      expect(alive).toHaveLength(open[0]?.provider === 'stripe' ? 1 : 0)
    }
  }, 60_000)

  it('keep one of two payments that arrive together, and send the other back', async () => {
    for (let run = 0; run < 10; run += 1) {
      const orderId = newOrderId()
      const walletId = buyer(0).approve(await buyer(0).startWallet(orderId))
      const intentId = buyer(0).payCard(await buyer(1).start(orderId))
      apis[0].fakeProviders.payPal.capture(walletId)
      await Promise.all([
        many(3, (index) => buyer(index).confirmCard(orderId, intentId)),
        many(3, (index) => buyer(index).confirmWallet(walletId)),
      ])
      await sweep(apis[0].api.services, Date.now() + 180_000)
      const kept = await readOrder(database, orderId)
      expect(kept.payments.map(({ state }) => state).sort()).toEqual(['refunded', 'succeeded'])
      expect(kept.state).toBe('paid')
      // The card's start ended the wallet's payment, so its refund may precede the card's money.
      expect(kept.mails.sort()).toEqual(['order_confirmation', 'payment_refunded'])
      const isWalletBack = apis[0].fakeProviders.payPal.orders.get(walletId)?.isRefunded
      expect([isWalletBack, intentsOf(orderId)[0]?.isRefunded].filter(Boolean)).toHaveLength(1)
    }
  }, 60_000)

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
      database.transaction(async (queries) => {
        runs += 1
        await queries.execute(sql`update orders set description = 'x' where id = ${first}`)
        holders += 1
        if (holders === 2) bothHold()
        await both
        await queries.execute(sql`update orders set description = 'x' where id = ${second}`)
      })
    await Promise.all([touch(ids), touch([...ids].reverse())])
    expect(runs).toBeGreaterThan(2)
  }, 30_000)

  it('cannot keep two payments as the one that counts, even by hand', async () => {
    const orderId = newOrderId()
    await buyer(0).start(orderId)
    await buyer(0).startWallet(orderId)
    const both = database.queries().update(payments).set({ state: 'succeeded' }).where(sql`order_id = ${orderId}`)
    await expect(both).rejects.toThrow()
  })

  itOnOwnServer(
    'answer 503 while the server is gone, and go on when it is back',
    async () => {
      const orderId = newOrderId()
      const id = buyer(0).payCard(await buyer(0).start(orderId))
      postgres.crash()
      const down = await buyer(0).confirmCard(orderId, id)
      expect(down.statusCode).toBe(503)
      expect(down.json().message).toBe('Failed to confirm payment. Please check your order status.')
      expect((await buyer(1).start(newOrderId())).statusCode).toBe(503)
      expect(await database.isReady()).toBe(false)
      postgres.start()
      expect((await buyer(1).confirmCard(orderId, id)).statusCode).toBe(200)
      expect((await readOrder(database, orderId)).state).toBe('paid')
    },
    60_000,
  )

  itOnOwnServer(
    'open a server that is absent at start as soon as it comes',
    async () => {
      const url = await postgres.createDatabase()
      postgres.crash()
      const late = await createDatabase({ url }, silentLog)
      expect(await late.isReady()).toBe(false)
      postgres.start()
      await late.opened
      expect(await late.isReady()).toBe(true)
      await late.close()
    },
    60_000,
  )
})
