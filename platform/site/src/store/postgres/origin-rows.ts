import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '@platform/base/errors/refusal'
import type { OriginStatus } from '../site-store'
import type { StoreDatabase } from './connect-store'
import { LIVE_COLUMNS, type LiveColumns, type LiveRow, toLiveRow } from './live-row'

const ALIVE = "interval '5 seconds'"
const LOOK_MS = 100
const WAIT_MS = 60_000

export type OriginRow = {
  id: string
  name: string
  available: readonly number[]
  attempted: number | undefined
  error: string | undefined
  isOwnError: boolean
  serving: number | undefined
  outOfService: string | undefined
}

export type Beat = { live: LiveRow; others: number }

export async function beat(database: StoreDatabase, origin: OriginRow): Promise<Beat> {
  const { id, name, available, attempted, error, isOwnError, serving, outOfService } = origin
  const [row] = await database.query<LiveColumns & { others: number }>(
    `with beat as (
       insert into site_origins (id, name, seen_at, available, attempted, error, is_own_error, serving, out_of_service)
       values ($1, $2, now(), $3, $4, $5, $6, $7, $8)
       on conflict (id) do update set seen_at = now(), available = $3, attempted = $4, error = $5, is_own_error = $6,
         serving = $7, out_of_service = $8)
     select ${LIVE_COLUMNS}, (
       select count(*)::integer from site_origins as other
       where other.id <> $1 and other.seen_at > now() - ${ALIVE} and other.serving = (pointer ->> 'live')::integer
     ) as others from site_live`,
    [id, name, available, attempted ?? null, error ?? null, isOwnError, serving ?? null, outOfService ?? null],
  )
  return { live: toLiveRow(row), others: row?.others ?? 0 }
}

export async function leave(database: StoreDatabase, id: string): Promise<void> {
  await database.query("delete from site_origins where id = $1 or seen_at < now() - interval '1 day'", [id])
}

type SeenRow = {
  name: string
  serving: number | null
  available: number[]
  startedAt: Date
  lastSeenSeconds: number
  error: string | null
  outOfService: string | null
}

export async function listOrigins(database: StoreDatabase): Promise<OriginStatus[]> {
  const rows = await database.query<SeenRow>(
    `select name, serving, available, started_at as "startedAt", error, out_of_service as "outOfService",
       extract(epoch from now() - seen_at)::integer as "lastSeenSeconds"
     from site_origins where seen_at > now() - interval '1 day' order by name`,
  )
  return rows.map(({ serving, error, outOfService, startedAt, ...row }) => ({
    ...row,
    outOfService: outOfService ?? undefined,
    startedAt: startedAt.toISOString(),
    serving: serving ?? undefined,
    error: error ?? undefined,
  }))
}

type Living = { name: string; isHolding: boolean; error: string | null; isOwnError: boolean }

export async function waitForOrigins(database: StoreDatabase, number: number, waitMs = WAIT_MS): Promise<void> {
  for (const deadline = Date.now() + waitMs; ; await wait(LOOK_MS)) {
    const living = await database.query<Living>(
      `select name, $1 = any (available) as "isHolding", case when attempted = $1 then error end as error,
         out_of_service is not null or (attempted = $1 and error is not null and is_own_error) as "isOwnError"
       from site_origins where seen_at > now() - ${ALIVE} order by name`,
      [number],
    )
    const isHeld = living.some(({ isHolding }) => isHolding)
    const missing = living.filter(({ isHolding, isOwnError }) => !isHolding && !(isOwnError && isHeld))
    if (missing.length === 0) return
    const failing = missing.filter(({ error }) => error)
    const isOpen = missing.some(({ error }) => !error) && failing.every(({ isOwnError }) => isOwnError)
    if (isOpen && Date.now() < deadline) continue
    const reasons = (failing.length > 0 ? failing : missing).map(
      ({ name, error }) => `${name}: ${error ?? `not after ${waitMs / 1_000} s`}`,
    )
    throw new Refusal(
      `Composition ${number} cannot be held everywhere, so nothing was changed:\n  ${reasons.join('\n  ')}`,
    )
  }
}
