import { pence } from '@site/shared/money'
import { sql } from 'drizzle-orm'
import { createEmbeddedDatabase } from '../testing/test-database'
import type { Database } from './database'
import { migrations, orders } from './schema'

let database: Database

beforeAll(async () => {
  database = await createEmbeddedDatabase()
}, 60_000)

afterAll(() => database.close())

const order = {
  state: 'created' as const,
  attempt: 1,
  amountPence: pence(100),
  isPriced: true,
  customerEmail: 'a@b.co',
  customerName: 'A',
  description: '',
}

describe('the embedded database', () => {
  it('is PostgreSQL with the tables', async () => {
    const rows = await database.queries().select().from(migrations)
    expect(rows.length).toBeGreaterThan(0)
    expect(await database.isReady()).toBe(true)
  })

  it('keeps a transaction whole or not at all', async () => {
    const failing = database.transaction(async (queries) => {
      await queries.insert(orders).values({ id: 'order_111111', ...order })
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect(await database.queries().select().from(orders)).toEqual([])
  })

  it('goes on after a unique violation', async () => {
    await database
      .queries()
      .insert(orders)
      .values({ id: 'order_222222', ...order })
    await expect(
      database
        .queries()
        .insert(orders)
        .values({ id: 'order_222222', ...order }),
    ).rejects.toThrow()
    const [row] = await database.queries().select().from(orders)
    expect(row?.createdAt).toBeInstanceOf(Date)
    const time = await database.queries().execute(sql`select 1 as one`)
    expect(time).toMatchObject({ rows: [{ one: 1 }] })
  })
})
