import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '@platform/base/errors/refusal'
import type { SeenOrigin } from '../site-store'
import type { StoreDatabase } from './connect-store'
import { LIVE_COLUMNS, type LiveColumns, type LiveRow, toLiveRow } from './live-row'

/** One that was not heard of for so long has died, and nobody waits for it. */
const ALIVE = "interval '5 seconds'"
const LOOK_MS = 100
const WAIT_MS = 60_000

export type OriginRow = {
  id: string
  name: string
  holds: readonly number[]
  /** The prepared composition that `holds` and `fault` speak of. */
  lookedFor: number | undefined
  fault: string | undefined
  /** What visitors get from it as the live one. */
  serves: number | undefined
}

/** Says that this origin lives and what it holds, and reads what is live: one statement, once a second. */
export async function beat(database: StoreDatabase, origin: OriginRow): Promise<LiveRow> {
  const { id, name, holds, lookedFor, fault, serves } = origin
  const [row] = await database.query<LiveColumns>(
    `with beat as (
       insert into site_origins (id, name, seen_at, holds, looked_for, fault, serves) values ($1, $2, now(), $3, $4, $5, $6)
       on conflict (id) do update set seen_at = now(), holds = $3, looked_for = $4, fault = $5, serves = $6)
     select ${LIVE_COLUMNS} from site_live`,
    [id, name, holds, lookedFor ?? null, fault ?? null, serves ?? null],
  )
  return toLiveRow(row)
}

/** An origin that stops says so; nobody has to wait until it counts as dead. */
export async function leave(database: StoreDatabase, id: string): Promise<void> {
  await database.query("delete from site_origins where id = $1 or seen_at < now() - interval '1 day'", [id])
}

type SeenRow = {
  name: string
  serves: number | null
  holds: number[]
  startedAt: Date
  silentFor: number
  fault: string | null
}

/** Origins that were heard of within a day and did not say that they stop. */
export async function listOrigins(database: StoreDatabase): Promise<SeenOrigin[]> {
  const rows = await database.query<SeenRow>(
    `select name, serves, holds, started_at as "startedAt", fault,
       extract(epoch from now() - seen_at)::integer as "silentFor"
     from site_origins where seen_at > now() - interval '1 day' order by name`,
  )
  return rows.map(({ serves, fault, startedAt, ...row }) => ({
    ...row,
    startedAt: startedAt.toISOString(),
    serves: serves ?? undefined,
    fault: fault ?? undefined,
  }))
}

type Waiting = { name: string; fault: string | null }

/**
 * Waits until every living origin holds a composition.
 * @throws Refusal naming the origins that cannot, and why
 */
export async function waitForOrigins(database: StoreDatabase, number: number, waitMs = WAIT_MS): Promise<void> {
  for (const deadline = Date.now() + waitMs; ; await wait(LOOK_MS)) {
    const missing = await database.query<Waiting>(
      `select name, case when looked_for = $1 then fault end as fault from site_origins where seen_at > now() - ${ALIVE} and not $1 = any (holds)`,
      [number],
    )
    if (missing.length === 0) return
    const faulty = missing.filter(({ fault }) => fault)
    if (faulty.length === 0 && Date.now() < deadline) continue
    const reasons = (faulty.length > 0 ? faulty : missing).map(
      ({ name, fault }) => `${name}: ${fault ?? `not after ${waitMs / 1_000} s`}`,
    )
    throw new Refusal(
      `Composition ${number} cannot be held everywhere, so nothing was changed:\n  ${reasons.join('\n  ')}`,
    )
  }
}
