import { sql } from 'drizzle-orm'
import { rowsOf } from '../database/database'
import { sweep } from '../payments/sweep'
import { createVisitors } from './account-visitor'
import { createBuyer, outlineOrder, readOrder } from './buyer'
import { createTestApi, type TestApi, type TestApiOptions } from './test-api'
import { clearDatabase, createTestDatabase, type DatabaseTrouble, type TestDatabase, trouble } from './test-database'

export type Shop = ReturnType<typeof setUpShop>

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

export function setUpShop(options: TestApiOptions = {}) {
  const others: TestApi[] = []
  const troubles: DatabaseTrouble = { isAway: false, losses: [] }
  const started = {} as TestApi & { database: TestDatabase }
  const sweepAt = (ms: number) => sweep(started.api.services, Date.now() + ms)
  const shop = Object.assign(started, {
    troubles,
    buyer: createBuyer(started),
    visitors: createVisitors(started),
    queries: () => started.database.queries(),
    change: (statement: string) => rowsOf<Record<string, unknown>>(started.database.queries(), sql.raw(statement)),
    async startOther(settings?: TestApiOptions) {
      const other = await createTestApi(started.database, settings)
      others.push(other)
      return other
    },
    sweepAt,
    async sweepAfter(...hours: number[]) {
      for (const hour of hours) await sweepAt(hour * HOUR)
    },
    readOrder: (orderId: string) => readOrder(started.database, orderId),
    outline: (orderId: string) => outlineOrder(started.database, orderId),
  })

  beforeAll(async () => {
    shop.database = trouble(await createTestDatabase(), troubles)
    Object.assign(shop, await createTestApi(shop.database, options))
  }, 60_000)
  beforeEach(async () => {
    shop.heal()
    Object.assign(troubles, { isAway: false, losses: [], holdBack: undefined })
    await clearDatabase(shop.database)
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
