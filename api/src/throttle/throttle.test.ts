import { DatabaseUnavailable } from '../database/database-error'
import { fragile } from '../testing/fragile-database'
import { createTestDatabase } from '../testing/test-database'
import { createThrottle } from './throttle'

it('a limit lets nothing through while the database is away, and goes on with the same counts', async () => {
  const database = await createTestDatabase()
  let isAway = false
  const shared = fragile(database, { isAway: () => isAway, nextFailure: () => undefined })
  const throttle = createThrottle(shared, { name: 'test', limit: 2, windowSeconds: 60 })
  const refusal = { refusal: { status: 429, code: 'throttled', retryAfterSeconds: 60 } }
  await throttle('ada')
  isAway = true
  await expect(throttle('ada')).rejects.toBeInstanceOf(DatabaseUnavailable)
  isAway = false
  await throttle('ada')
  await expect(throttle('ada')).rejects.toMatchObject(refusal)
  isAway = true
  await expect(throttle('ada')).rejects.toMatchObject(refusal)
  await database.close()
}, 60_000)
