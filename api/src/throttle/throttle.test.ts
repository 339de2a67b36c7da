import { eq, sql } from 'drizzle-orm'
import { throttles } from '../database/after-sale-tables'
import type { Database } from '../database/database'
import { DatabaseUnavailable } from '../database/database-error'
import { fragile } from '../testing/fragile-database'
import { clearDatabase, createTestDatabase } from '../testing/test-database'
import { addressKey } from './address-key'
import { createThrottle, type Throttle } from './throttle'

let database: Database
let isAway = false

beforeAll(async () => {
  database = await createTestDatabase()
}, 60_000)
beforeEach(async () => {
  isAway = false
  await clearDatabase(database)
})
afterAll(() => database?.close())

const serverThrottle = (message?: string): Throttle => {
  const shared = fragile(database, { isAway: () => isAway, nextFailure: () => undefined })
  return createThrottle(shared, { name: 'test', limit: 2, windowSeconds: 60, message })
}
const refusal = (message: RegExp) => ({
  refusal: { status: 429, code: 'throttled', message: expect.stringMatching(message), retryAfterSeconds: 60 },
})

describe('a limit', () => {
  it('holds for all servers together, and for each key by itself', async () => {
    const [first, second] = [serverThrottle(), serverThrottle('Too many, by the second.')]
    await first('ada')
    await second('ada')
    await expect(first('ada')).rejects.toMatchObject(refusal(/^There were too many/))
    await expect(second('ada')).rejects.toMatchObject(refusal(/by the second/))
    await first('ben')
  })

  it('begins anew when its window has ended', async () => {
    const throttle = serverThrottle()
    await throttle('ada')
    await throttle('ada')
    await database.queries().update(throttles).set({ endsAt: sql`now()` })
    await throttle('ada')
    const [row] = await database.queries().select().from(throttles)
    expect(row?.hits).toBe(1)
  })

  it('lets nothing through while the database is away, and goes on with the same counts', async () => {
    const throttle = serverThrottle()
    await throttle('ada')
    isAway = true
    await expect(throttle('ada')).rejects.toBeInstanceOf(DatabaseUnavailable)
    isAway = false
    await throttle('ada')
    await expect(throttle('ada')).rejects.toMatchObject(refusal(/./))
    isAway = true
    await expect(throttle('ada')).rejects.toMatchObject(refusal(/./))
  })

  it('keeps no address: the key is a digest', async () => {
    await serverThrottle()('203.0.113.7')
    const rows = await database.queries().select().from(throttles).where(eq(throttles.hits, 1))
    expect(JSON.stringify(rows)).not.toContain('203.0.113.7')
  })
})

describe('addressKey', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::1', '0:0:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['2001:db8::', '2001:db8:0:0'],
  ])('counts %s as %s', (address, key) => {
    expect(addressKey(address)).toBe(key)
  })
})
