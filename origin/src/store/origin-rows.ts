import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '../refusal'
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
}

/** Says that this origin lives and what it holds, and reads what is live: one statement, once a second. */
export async function beat(database: StoreDatabase, origin: OriginRow): Promise<LiveRow> {
  const { id, name, holds, lookedFor, fault } = origin
  const [row] = await database.query<LiveColumns>(
    `with beat as (
       insert into site_origins (id, name, seen_at, holds, looked_for, fault) values ($1, $2, now(), $3, $4, $5)
       on conflict (id) do update set seen_at = now(), holds = $3, looked_for = $4, fault = $5)
     select ${LIVE_COLUMNS} from site_live`,
    [id, name, holds, lookedFor ?? null, fault ?? null],
  )
  return toLiveRow(row)
}

/** An origin that stops says so; nobody has to wait until it counts as dead. */
export async function leave(database: StoreDatabase, id: string): Promise<void> {
  await database.query("delete from site_origins where id = $1 or seen_at < now() - interval '1 day'", [id])
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
