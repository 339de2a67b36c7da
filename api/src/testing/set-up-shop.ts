import { sql } from 'drizzle-orm'
import { type Queries, rowsOf } from '../database/database'
import { sweep } from '../payments/sweep'
import { createVisitors } from './account-visitor'
import { createBuyer, outlineOrder, readOrder } from './buyer'
import { createTestApi, type TestApi, type TestApiOptions } from './test-api'
import { clearDatabase, createTestDatabase, type TestDatabase } from './test-database'

export type Shop = TestApi & {
  database: TestDatabase
  buyer: ReturnType<typeof createBuyer>
  visitors: ReturnType<typeof createVisitors>
  queries: () => Queries
  change: (statement: string) => Promise<Record<string, unknown>[]>
  startOther: (options?: TestApiOptions) => Promise<TestApi>
  /** Sweeps as if `ms` had passed. */
  sweepAt: (ms: number) => Promise<void>
  /** The same after each of these hours. */
  sweepAfter: (...hours: number[]) => Promise<void>
  readOrder: (orderId: string) => ReturnType<typeof readOrder>
  outline: (orderId: string) => Promise<string>
}

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

type ShopOptions = TestApiOptions & { isCleared?: boolean; open?: () => Promise<TestDatabase> }

/** One shop for a test file. Its database is emptied before each test. */
export function setUpShop({ isCleared = true, open = createTestDatabase, ...options }: ShopOptions = {}): Shop {
  const others: TestApi[] = []
  const shop = {} as Shop
  Object.assign(shop, {
    buyer: createBuyer(shop),
    visitors: createVisitors(shop),
    queries: () => shop.database.queries(),
    change: (statement: string) => rowsOf<Record<string, unknown>>(shop.queries(), sql.raw(statement)),
    async startOther(settings?: TestApiOptions) {
      const other = await createTestApi(shop.database, settings)
      others.push(other)
      return other
    },
    sweepAt: (ms: number) => sweep(shop.api.services, Date.now() + ms),
    async sweepAfter(...hours: number[]) {
      for (const hour of hours) await shop.sweepAt(hour * HOUR)
    },
    readOrder: (orderId: string) => readOrder(shop.database, orderId),
    outline: (orderId: string) => outlineOrder(shop.database, orderId),
  } satisfies Partial<Shop>)

  beforeAll(async () => {
    shop.database = await open()
    Object.assign(shop, await createTestApi(shop.database, options))
  }, 60_000)
  beforeEach(async () => {
    shop.heal()
    if (isCleared) await clearDatabase(shop.database)
  })
  afterEach(async () => {
    await Promise.all(others.splice(0).map((other) => other.close()))
  })
  afterAll(async () => {
    await shop.close?.()
    await shop.database?.close()
  })
  return shop
}
