import type { Database } from '../database/database'
import { sweep } from '../payments/sweep'
import { createBuyer, readOrder } from './buyer'
import { createTestApi, type TestApi, type TestApiOptions } from './test-api'
import { clearDatabase, createTestDatabase } from './test-database'

export type Shop = TestApi & {
  database: Database
  buyer: ReturnType<typeof createBuyer>
  sweepAt: (ms: number) => Promise<void>
  readOrder: (orderId: string) => ReturnType<typeof readOrder>
}

type ShopOptions = TestApiOptions & {
  isCleared?: boolean
  open?: () => Promise<Database>
}

export function setUpShop({ isCleared = false, open = createTestDatabase, ...options }: ShopOptions = {}): Shop {
  const shop = {} as Shop
  shop.buyer = createBuyer(shop)
  shop.sweepAt = (ms) => sweep(shop.api.services, Date.now() + ms)
  shop.readOrder = (orderId) => readOrder(shop.database, orderId)
  beforeAll(async () => {
    shop.database = await open()
    Object.assign(shop, await createTestApi(shop.database, options))
  }, 60_000)
  beforeEach(async () => {
    shop.heal()
    if (isCleared) await clearDatabase(shop.database)
  })
  afterAll(async () => {
    await shop.close?.()
    await shop.database?.close()
  })
  return shop
}
