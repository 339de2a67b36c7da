import { eq, sql } from 'drizzle-orm'
import type { Database } from '../database/database'
import { payments } from '../database/schema'
import { createBuyer, newOrderId, readOrder } from '../testing/buyer'
import { createTestApi, type TestApi } from '../testing/test-api'
import { createTestDatabase } from '../testing/test-database'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let database: Database
let test: TestApi

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApi(database)
}, 60_000)
afterEach(() => jest.restoreAllMocks())
afterAll(async () => {
  await test?.close()
  await database?.close()
})

// A server whose clock was a day ahead expired what buyers were about to pay.
it('a server whose clock is wrong ends nothing that is new', async () => {
  const buyer = createBuyer(test)
  const orderId = newOrderId()
  await buyer.startWallet(orderId)
  // Old enough to be asked about.
  const begun = new Date(Date.now() - 10 * MINUTE)
  const isOurs = eq(payments.orderId, orderId)
  await database
    .queries()
    .update(payments)
    .set({ createdAt: begun, checkedAt: begun, nextCheckAt: begun })
    .where(isOurs)
  const now = Date.now
  jest.spyOn(Date, 'now').mockImplementation(() => now() + DAY + 60 * MINUTE)
  const ahead = await createTestApi(database, { peer: test, parts: { sweepMs: 20 } })
  const payment = async () => (await readOrder(database, orderId)).payments[0]
  while ((await payment())?.nextCheckAt.getTime() === begun.getTime() || (await payment())?.providerStatus === null) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await ahead.close()
  expect((await payment())?.state).toBe('open')
})

// A server whose clock was ahead took a capture that was under way for one that is over: the page read "unpaid", and was let go.
it('a server whose clock is ahead knows that a browser captures', async () => {
  const buyer = createBuyer(test)
  const orderId = newOrderId()
  const id = buyer.approve(await buyer.startWallet(orderId))
  await buyer.sayApproved(id)
  const now = Date.now
  jest.spyOn(Date, 'now').mockImplementation(() => now() + MINUTE)
  expect((await buyer.readStatus(orderId)).json().data.status).toBe('processing')
  expect((await buyer.abandon(orderId)).json().code).toBe('payment_processing')
})

// A server whose clock was behind took every payment for one that had just been asked about: its buyers waited for the sweep.
it('a server whose clock is behind asks after a payment when a page does', async () => {
  const buyer = createBuyer(test)
  const orderId = newOrderId()
  const id = buyer.approve(await buyer.startWallet(orderId))
  test.fakeProviders.payPal.capture(id)
  const aMinuteAgo = sql`now() - interval '1 minute'`
  await database.queries().update(payments).set({ checkedAt: aMinuteAgo }).where(eq(payments.orderId, orderId))
  const now = Date.now
  jest.spyOn(Date, 'now').mockImplementation(() => now() - DAY)
  expect((await buyer.readStatus(orderId)).json().data.status).toBe('paid')
})
