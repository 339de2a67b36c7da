import { sql } from 'drizzle-orm'
import { type Queries, rowsOf } from '../database/database'
import { createVisitors } from './account-visitor'
import { createBuyer } from './buyer'
import { createTestApi, type TestApi, type TestApiOptions } from './test-api'
import { clearDatabase, createTestDatabase, type TestDatabase } from './test-database'

export type Shop = {
  database: TestDatabase
  test: TestApi
  buyer: ReturnType<typeof createBuyer>
  visitors: ReturnType<typeof createVisitors>
  queries: () => Queries
  change: (statement: string) => Promise<Record<string, unknown>[]>
  startOther: (options?: TestApiOptions) => Promise<TestApi>
}

export function useShop(
  options?: TestApiOptions | (() => TestApiOptions),
  wrap = (database: TestDatabase) => database,
): Shop {
  const others: TestApi[] = []
  const queries = () => shop.database.queries()
  const made = {} as Pick<Shop, 'database' | 'test' | 'buyer' | 'visitors'>
  const shop: Shop = Object.assign(made, {
    queries,
    change: (statement: string) => rowsOf<Record<string, unknown>>(queries(), sql.raw(statement)),
    async startOther(settings?: TestApiOptions) {
      const other = await createTestApi(shop.database, settings)
      others.push(other)
      return other
    },
  })

  beforeAll(async () => {
    shop.database = wrap(await createTestDatabase())
    shop.test = await createTestApi(shop.database, typeof options === 'function' ? options() : options)
    shop.buyer = createBuyer(shop.test)
    shop.visitors = createVisitors(shop.test.app)
  }, 60_000)
  afterEach(async () => {
    await Promise.all(others.splice(0).map((other) => other.close()))
    await clearDatabase(shop.database)
    shop.test.heal()
  })
  afterAll(async () => {
    await shop.test?.close()
    await shop.database?.close()
  })
  return shop
}
