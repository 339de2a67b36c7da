import { createDatabase } from '../database/create-database'
import type { Database } from '../database/database'
import { createBuyer, newOrderId } from './buyer'
import { setUpShop } from './set-up-shop'
import { silentLog } from './silent-log'
import { createTestApi, type TestApi } from './test-api'

/** A shop and a second server beside the same PostgreSQL, each with connections of its own. */
export function useTwoServers() {
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
  return {
    shop,
    server,
    buyer: (index: number) => createBuyer(server(index)),
    many: <T>(count: number, work: (index: number) => Promise<T>) =>
      Promise.all(Array.from({ length: count }, (_, index) => work(index))),
  }
}
