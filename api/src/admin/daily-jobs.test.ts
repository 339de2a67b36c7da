import { eq } from 'drizzle-orm'
import { findAttention } from '../attention/attention'
import { jobs } from '../database/after-sale-tables'
import type { Database } from '../database/database'
import { orders } from '../database/schema'
import { expirePersonalData } from '../personal-data/expire-orders'
import { createBuyer, newOrderId } from '../testing/buyer'
import { createTestApi, type TestApi } from '../testing/test-api'
import { clearDatabase, createTestDatabase } from '../testing/test-database'
import { dailyJobs, runIfDue } from './daily-jobs'

jest.setTimeout(60_000)

const HOUR = 3_600_000
let database: Database
let test: TestApi
let buyer: ReturnType<typeof createBuyer>

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApi(database)
  buyer = createBuyer(test)
})
beforeEach(() => test.heal())
afterEach(() => clearDatabase(database))
afterAll(async () => {
  await test?.close()
  await database?.close()
})

async function payByCard(): Promise<string> {
  const orderId = newOrderId()
  await buyer.confirmCard(orderId, buyer.payCard(await buyer.start(orderId)))
  return orderId
}
const warnings = async () => (await findAttention(database.queries())).warnings
/** As PayPal answers whose app may not search. */
function forbidSearch(): void {
  test.failures.call = ({ action, provider }) =>
    provider === 'paypal' && action === 'list' ? { when: 'before', how: 'forbidden' } : undefined
}

describe('the daily jobs', () => {
  it('run once a day in one of the servers, and keep what came of them', async () => {
    const [job] = dailyJobs
    if (!job) throw new Error('There are no jobs')
    const runs = await Promise.all([1, 2, 3].map(() => runIfDue(test.api.services, job)))
    expect(runs.filter(Boolean)).toHaveLength(1)
    expect(await database.queries().select().from(jobs)).toMatchObject([
      { name: 'reconcile', outcome: '0 differences' },
    ])
    const yesterday = { startedAt: new Date(Date.now() - 25 * HOUR) }
    await database.queries().update(jobs).set(yesterday)
    test.failures.call = ({ action, provider }) =>
      action === 'list' && provider === 'stripe' ? { when: 'before', how: 'error' } : undefined
    expect(await runIfDue(test.api.services, job)).toBe(false)
    const [failed] = await database.queries().select().from(jobs)
    expect(failed?.outcome).toContain('failed')
    // Not a day later, but within the hour.
    expect(failed?.startedAt.getTime()).toBeLessThan(Date.now() - 22 * HOUR)
  })

  // Nothing read what had come of it: a shop was not compared for months, and nobody heard.
  it('warn the owner while reconciling fails, with what to switch on, and when nobody has compared for two days', async () => {
    const [job] = dailyJobs
    if (!job) throw new Error('There are no jobs')
    const { services } = test.api
    const age = (hours: number) => {
      const then = new Date(Date.now() - hours * HOUR)
      return database.queries().update(jobs).set({ startedAt: then, finishedAt: then })
    }
    forbidSearch()
    expect(await runIfDue(services, job)).toBe(false)
    expect(await warnings()).toEqual([
      `the providers' books have never been compared with ours: PayPal does not let this app search: switch "Transaction Search" on for it`,
    ])
    test.heal()
    await age(25)
    expect(await runIfDue(services, job)).toBe(true)
    expect(await warnings()).toEqual([])
    await age(47)
    expect(await warnings()).toEqual([])
    await age(49)
    expect(await warnings()).toEqual([
      expect.stringMatching(/^the providers' books were last compared with ours \d{4}-\d\d-\d\d \d\d:\d\d: no server/),
    ])
    forbidSearch()
    expect(await runIfDue(services, job)).toBe(false)
    expect(await warnings()).toEqual([
      expect.stringMatching(
        /^the providers' books were last compared .*: PayPal .* switch "Transaction Search" on for it$/,
      ),
    ])
  })

  // A shop whose server died in the middle of it each time was never warned: the start is new every day.
  it('warn the owner when the books have never been compared to the end', async () => {
    const startedAt = (hours: number) => new Date(Date.now() - hours * HOUR)
    await database
      .queries()
      .insert(jobs)
      .values({ name: 'reconcile', startedAt: startedAt(1) })
    expect(await warnings()).toEqual([])
    await database
      .queries()
      .update(jobs)
      .set({ startedAt: startedAt(3) })
    expect(await warnings()).toEqual([
      "the providers' books have never been compared with ours: no server has come to the end of it",
    ])
  })

  it('forget who left an order unpaid after thirty days, who bought after seven years, and nobody before', async () => {
    const old = newOrderId()
    const young = newOrderId()
    const paid = await payByCard()
    await buyer.start(old)
    await buyer.start(young)
    const age = (orderId: string, days: number, state: 'cancelled') =>
      database
        .queries()
        .update(orders)
        .set({ state, updatedAt: new Date(Date.now() - days * 24 * HOUR) })
        .where(eq(orders.id, orderId))
    await age(old, 31, 'cancelled')
    await age(young, 29, 'cancelled')
    const ancient = await payByCard()
    const made = (orderId: string, days: number) =>
      database
        .queries()
        .update(orders)
        .set({ createdAt: new Date(Date.now() - days * 24 * HOUR) })
        .where(eq(orders.id, orderId))
    await made(paid, 6 * 365)
    await made(ancient, 7 * 366 + 1)
    expect(await expirePersonalData(database)).toBe(2)
    expect(await expirePersonalData(database)).toBe(0)
    const kept = await database.queries().select().from(orders)
    expect(Object.fromEntries(kept.map(({ id, customerEmail }) => [id, customerEmail]))).toEqual({
      [old]: '',
      [young]: 'ada@example.com',
      [paid]: 'ada@example.com',
      [ancient]: '',
    })
  })
})
