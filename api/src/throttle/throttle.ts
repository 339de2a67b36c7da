import { createHash } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import { throttles } from '../database/after-sale-tables'
import type { Database } from '../database/database'
import { ApiError } from '../errors/api-error'

export type ThrottleRule = { name: string; limit: number; windowSeconds: number; message?: string | undefined }
/** @param narrower asked first; its refusals are not counted here */
export type Throttle = (key: string, narrower?: () => Promise<void>) => Promise<void>

const TOO_MANY = 'There were too many attempts. Please wait a little and try again.'
const MAX_REMEMBERED = 10_000
const CLEANING_MS = 10 * 60 * 1_000

/** The window begins with the first hit. An exceeded key costs no query. */
export function createThrottle(database: Database, rule: ThrottleRule): Throttle {
  const { name, limit, windowSeconds, message = TOO_MANY } = rule
  const blocked = new Map<string, number>()
  let cleanAfter = 0

  return async (text, narrower) => {
    const key = createHash('sha256').update(`${name}\n${text}`).digest('base64url')
    const now = Date.now()
    const until = blocked.get(key)
    if (until !== undefined && until > now) throw tooMany(message, until - now)
    blocked.delete(key)
    await narrower?.()

    if (now > cleanAfter) {
      cleanAfter = now + CLEANING_MS
      await database.queries().delete(throttles).where(lt(throttles.endsAt, sql`now()`))
    }
    const { hits, remainingMs } = await countHit(database, key, windowSeconds)
    if (hits <= limit) return
    if (blocked.size >= MAX_REMEMBERED) blocked.clear()
    blocked.set(key, now + remainingMs)
    throw tooMany(message, remainingMs)
  }
}

async function countHit(database: Database, key: string, windowSeconds: number) {
  const endsAt = sql`now() + make_interval(secs => ${windowSeconds})`
  const isOver = sql`${throttles.endsAt} <= now()`
  const [row] = await database
    .queries()
    .insert(throttles)
    .values({ key, hits: 1, endsAt })
    .onConflictDoUpdate({
      target: throttles.key,
      set: {
        hits: sql`case when ${isOver} then 1 else ${throttles.hits} + 1 end`,
        endsAt: sql`case when ${isOver} then ${endsAt} else ${throttles.endsAt} end`,
      },
    })
    .returning({
      hits: throttles.hits,
      remainingMs: sql<number>`(extract(epoch from ${throttles.endsAt} - now()) * 1000)::integer`,
    })
  if (!row) throw new Error('The throttle was not kept')
  return row
}

function tooMany(message: string, remainingMs: number): ApiError {
  return new ApiError({
    status: 429,
    code: 'throttled',
    message,
    retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1_000)),
  })
}
