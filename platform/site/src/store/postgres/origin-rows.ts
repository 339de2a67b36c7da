import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '@platform/base/errors/refusal'
import type { OriginStatus } from '../site-store'
import type { StoreDatabase } from './connect-store'
import { LIVE_COLUMNS, type LiveColumns, type LiveRow, toLiveRow } from './live-row'

/** One that was not seen for so long has died, and nobody waits for it. */
const ALIVE = "interval '5 seconds'"
const LOOK_MS = 100
const WAIT_MS = 60_000

export type OriginRow = {
  id: string
  name: string
  available: readonly number[]
  /** The prepared composition that `available` and `error` speak of. */
  attempted: number | undefined
  error: string | undefined
  /** What visitors get from it as the live one. */
  serving: number | undefined
}

/** Says that this origin lives and what it has, and reads what is live: one statement, once a second. */
export async function beat(database: StoreDatabase, origin: OriginRow): Promise<LiveRow> {
  const { id, name, available, attempted, error, serving } = origin
  const [row] = await database.query<LiveColumns>(
    `with beat as (
       insert into site_origins (id, name, seen_at, available, attempted, error, serving) values ($1, $2, now(), $3, $4, $5, $6)
       on conflict (id) do update set seen_at = now(), available = $3, attempted = $4, error = $5, serving = $6)
     select ${LIVE_COLUMNS} from site_live`,
    [id, name, available, attempted ?? null, error ?? null, serving ?? null],
  )
  return toLiveRow(row)
}

/** An origin that stops says so; nobody has to wait until it counts as dead. */
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
}

/** Origins that were seen within a day and did not say that they stop. */
export async function listOrigins(database: StoreDatabase): Promise<OriginStatus[]> {
  const rows = await database.query<SeenRow>(
    `select name, serving, available, started_at as "startedAt", error,
       extract(epoch from now() - seen_at)::integer as "lastSeenSeconds"
     from site_origins where seen_at > now() - interval '1 day' order by name`,
  )
  return rows.map(({ serving, error, startedAt, ...row }) => ({
    ...row,
    startedAt: startedAt.toISOString(),
    serving: serving ?? undefined,
    error: error ?? undefined,
  }))
}

type Waiting = { name: string; error: string | null }

/**
 * Waits until every living origin available a composition.
 * @throws Refusal naming the origins that cannot, and why
 */
export async function waitForOrigins(database: StoreDatabase, number: number, waitMs = WAIT_MS): Promise<void> {
  for (const deadline = Date.now() + waitMs; ; await wait(LOOK_MS)) {
    const missing = await database.query<Waiting>(
      `select name, case when attempted = $1 then error end as error from site_origins where seen_at > now() - ${ALIVE} and not $1 = any (available)`,
      [number],
    )
    if (missing.length === 0) return
    const failing = missing.filter(({ error }) => error)
    if (failing.length === 0 && Date.now() < deadline) continue
    const reasons = (failing.length > 0 ? failing : missing).map(
      ({ name, error }) => `${name}: ${error ?? `not after ${waitMs / 1_000} s`}`,
    )
    throw new Refusal(
      `Composition ${number} cannot be held everywhere, so nothing was changed:\n  ${reasons.join('\n  ')}`,
    )
  }
}
