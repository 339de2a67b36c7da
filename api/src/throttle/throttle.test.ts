import { sql } from 'drizzle-orm'
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
afterEach(() => clearDatabase(database))
afterAll(() => database?.close())

const serverThrottle = (message?: string): Throttle => {
  const shared = fragile(database, { isAway: () => isAway, nextFailure: () => undefined })
  return createThrottle(shared, { name: 'test', limit: 2, windowSeconds: 60, message })
}
const refusal = (message: RegExp) => ({
  refusal: { status: 429, code: 'throttled', message: expect.stringMatching(message), retryAfterSeconds: 60 },
})

it('holds for all servers together and for each key by itself, and begins anew when its window has ended', async () => {
  const [first, second, third] = [serverThrottle(), serverThrottle('Too many, by the second.'), serverThrottle()]
  await first('203.0.113.7')
  await second('203.0.113.7')
  await expect(first('203.0.113.7')).rejects.toMatchObject(refusal(/^There were too many/))
  await expect(second('203.0.113.7')).rejects.toMatchObject(refusal(/by the second/))
  await third('ben')
  await third('ben')
  expect(JSON.stringify(await database.queries().select().from(throttles))).not.toMatch(/203|ben/)
  await database.queries().update(throttles).set({ endsAt: sql`now()` })
  await third('ben')
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
  isAway = false
})

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
