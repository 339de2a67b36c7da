import { asc, sql } from 'drizzle-orm'
import { cases } from '../database/after-sale-tables'
import type { Database } from '../database/database'
import { payments, providerEvents } from '../database/schema'
import { createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { createTestApi, type TestApi } from '../testing/test-api'
import { clearDatabase, createTestDatabase } from '../testing/test-database'
import { readGivenUp } from './event-queue'
import { sweep } from './sweep'

let database: Database
let test: TestApi
let buyer: ReturnType<typeof createBuyer>

const MINUTE = 60_000

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApi(database, { parts: { providerTimeoutMs: 1_500 } })
  buyer = createBuyer(test)
}, 60_000)

beforeEach(async () => {
  test.heal()
  await clearDatabase(database)
})

afterAll(async () => {
  await test?.close()
  await database?.close()
})

const sweepAt = (ms: number) => sweep(test.api.services, Date.now() + ms)
const payPalHangs = () => {
  test.failures.call = ({ provider }) => (provider === 'paypal' ? { when: 'before', how: 'hang' } : undefined)
}

/** The sweep asked one after the other: payments of a provider that hung held up those of the other. */
describe('one provider that hangs', () => {
  it('does not delay the other in the sweep, and is left alone after a few tries', async () => {
    for (let count = 0; count < 16; count += 1) buyer.approve(await buyer.startWallet(newOrderId()))
    const card = newOrderId()
    buyer.payCard(await buyer.start(card))
    const asked: string[] = []
    test.failures.call = ({ provider }) => {
      asked.push(provider)
      return provider === 'paypal' ? { when: 'before', how: 'hang' } : undefined
    }
    await sweepAt(3 * MINUTE)
    expect((await readOrder(database, card)).state).toBe('paid')
    expect(asked.slice(0, 5)).toContain('stripe')
    const tries = asked.filter((provider) => provider === 'paypal').length
    expect(tries).toBeGreaterThan(0)
    expect(tries).toBeLessThan(10)
  }, 30_000)

  it('kept the same order from being paid by card; now the wallet payment is given up at once', async () => {
    const orderId = newOrderId()
    const walletId = buyer.approve(await buyer.startWallet(orderId))
    payPalHangs()
    const card = await buyer.start(orderId)
    expect(card.statusCode).toBe(200)
    expect((await buyer.confirmCard(orderId, buyer.payCard(card))).statusCode).toBe(200)
    test.heal()
    test.fakeProviders.payPal.capture(walletId)
    await sweepAt(5 * MINUTE)
    expect(test.fakeProviders.payPal.orders.get(walletId)?.isRefunded).toBe(true)
    expect((await readOrder(database, orderId)).payments.map(({ state }) => state)).toEqual(['refunded', 'succeeded'])
  })

  it('holds up no webhook of the other that was kept for later', async () => {
    const event = (provider: 'stripe' | 'paypal', eventId: string, providerId: string) => ({
      provider,
      eventId,
      type: 'payment_intent.succeeded',
      providerId,
      receivedAt: new Date(Date.now() - MINUTE),
    })
    const card = newOrderId()
    const intentId = buyer.payCard(await buyer.start(card))
    await database
      .queries()
      .insert(providerEvents)
      .values([
        ...Array.from({ length: 60 }, (_, index) => event('paypal', `WH-${index}`, `ORDER${index}`)),
        event('stripe', 'evt_last', intentId),
      ])
    payPalHangs()
    await sweepAt(0)
    expect((await readOrder(database, card)).state).toBe('paid')
  }, 30_000)
})

describe('the queue of a provider', () => {
  it('moves a payment that fails behind those that have not been asked about', async () => {
    const orderIds = Array.from({ length: 3 }, () => newOrderId())
    for (const orderId of orderIds) buyer.payCard(await buyer.start(orderId))
    const [poison = ''] = orderIds
    const poisonId = (await readOrder(database, poison)).payments[0]?.providerId ?? ''
    const asked: string[] = []
    test.failures.call = ({ action, id = '' }) => {
      if (action === 'read') asked.push(id)
      return id === poisonId ? { when: 'before', how: 'missing' } : undefined
    }
    for (const minutes of [3, 3.5, 5, 6, 8]) await sweepAt(minutes * MINUTE)
    // Asked again after one, two and four minutes, and not with every sweep.
    expect(asked.filter((id) => id === poisonId)).toHaveLength(3)
    for (const orderId of orderIds.slice(1)) expect((await readOrder(database, orderId)).state).toBe('paid')
    const rows = await database.queries().select().from(payments).orderBy(asc(payments.nextCheckAt))
    expect(rows.at(-1)).toMatchObject({ orderId: poison, failedChecks: 3 })
  })

  // An event left the queue before it was put on the list; what failed in between was neither handled nor listed, for ever.
  it('keeps an event in the queue as long as it cannot be listed', async () => {
    const queries = database.queries()
    const event = {
      provider: 'stripe',
      eventId: 'evt_unlisted',
      type: 'payment_intent.succeeded',
      attempts: 13,
    } as const
    await queries.insert(providerEvents).values({ ...event, providerId: 'pi_poison' })
    await queries.execute(sql`alter table cases add constraint full_list check (kind <> 'given_up') not valid`)
    await sweepAt(60 * MINUTE).catch(() => {})
    await queries.execute(sql`alter table cases drop constraint full_list`)
    expect(await queries.select().from(cases)).toEqual([])
    await sweepAt(120 * MINUTE)
    expect(await queries.select().from(cases)).toMatchObject([{ kind: 'given_up', subject: 'evt_unlisted' }])
  })

  it('gives up an event that can never be handled, and lists it', async () => {
    const event = { provider: 'stripe', eventId: 'evt_poison', type: 'payment_intent.succeeded' } as const
    await database
      .queries()
      .insert(providerEvents)
      .values({ ...event, providerId: 'pi_poison' })
    for (let hours = 1; hours <= 20; hours += 1) await sweepAt(hours * 60 * MINUTE)
    expect((await readGivenUp(database.queries())).map(({ eventId }) => eventId)).toEqual(['evt_poison'])
    const rows = await database.queries().select().from(cases)
    expect(rows).toMatchObject([{ kind: 'given_up', subject: 'evt_poison' }])
    const calls: string[] = []
    test.failures.call = ({ action }) => {
      calls.push(action)
      return undefined
    }
    await sweepAt(30 * 60 * MINUTE)
    expect(calls).toEqual([])
  })
})
