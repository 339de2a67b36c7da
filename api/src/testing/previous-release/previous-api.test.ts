import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../database/database'
import { payments } from '../../database/schema'
import { createBuyer, readOrder } from '../buyer'
import { createTestApi, type TestApi } from '../test-api'
import { createTestDatabase } from '../test-database'
import { migratePrevious, previousClaim, previousSettle } from './previous-api'

jest.setTimeout(60_000)

let database: Database
let test: TestApi

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApi(database)
})
afterAll(async () => {
  await test?.close()
  await database?.close()
})

let count = 0
const nextId = () => `order_1763716276001_previous${++count}`

describe('the release before on the tables of this one', () => {
  it('starts: it finds its own tables made', async () => {
    await migratePrevious(database.queries())
    expect(await database.isReady()).toBe(true)
  })

  it('takes an order, is paid and queues the mail, and this release reads it as its own', async () => {
    const orderId = nextId()
    await database.transaction((tx) => previousClaim(tx, orderId))
    await database.transaction((tx) => previousSettle(tx, orderId, `pi_${orderId}`))
    const kept = await readOrder(database, orderId)
    expect(kept.state).toBe('paid')
    expect(kept.path).toEqual(['pending', 'paid'])
    expect(kept.mails).toEqual(['order_confirmation'])
    expect(kept.payments).toMatchObject([{ state: 'succeeded', takenPence: null, refundedPence: 0 }])
    const mails = await database.queries().execute(sql`select recipient from outbox where order_id = ${orderId}`)
    expect(mails).toMatchObject({ rows: [{ recipient: 'ada@example.com' }] })
  })

  it('settles an order that this release began, and this release settles one that it began', async () => {
    const buyer = createBuyer(test)
    const ours = nextId()
    const intent = buyer.payCard(await buyer.start(ours))
    await database.transaction((tx) => previousSettle(tx, ours, intent))
    expect((await readOrder(database, ours)).state).toBe('paid')
    expect((await buyer.confirmCard(ours, intent)).statusCode).toBe(200)
    expect((await readOrder(database, ours)).mails).toEqual(['order_confirmation'])

    const theirs = nextId()
    await database.transaction((tx) => previousClaim(tx, theirs))
    // What the provider has for it: the very request that this release makes for the same key.
    const reply = await buyer.start(theirs)
    expect(reply.statusCode).toBe(200)
    expect((await buyer.confirmCard(theirs, buyer.payCard(reply))).statusCode).toBe(200)
    const rows = await database.queries().select().from(payments).where(eq(payments.orderId, theirs))
    expect(rows).toMatchObject([{ state: 'succeeded', attempt: 1 }])
  })
})
