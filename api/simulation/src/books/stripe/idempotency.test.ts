import { DAY, runUntil, trueNow } from '../../world/clock'
import { createIdempotency } from './idempotency'

const made = (id: string) => () => ({ status: 200, body: { id } })
const failed = () => ({ status: 500, body: {} })

it('answers a key again as it did first, a failure of its own included', () => {
  const once = createIdempotency()
  expect(once('a', 'same', failed).status).toBe(500)
  expect(once('a', 'same', made('later')).status).toBe(500)
  expect(once('b', 'same', made('first')).body).toEqual({ id: 'first' })
  expect(once('b', 'same', made('second')).body).toEqual({ id: 'first' })
})

it('refuses another request with the same key, and does not keep what could not begin', () => {
  const once = createIdempotency()
  once('a', 'one', made('first'))
  expect(once('a', 'two', made('second')).status).toBe(400)
  once('b', 'one', () => ({ status: 404, body: {} }))
  expect(once('b', 'one', made('found')).body).toEqual({ id: 'found' })
})

it('has forgotten a key a day later: the same request is done again', async () => {
  const once = createIdempotency()
  once('a', 'same', made('first'))
  await runUntil(trueNow() + DAY)
  expect(once('a', 'same', made('second')).body).toEqual({ id: 'second' })
})
