import { eq } from 'drizzle-orm'
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
