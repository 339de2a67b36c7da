import { randomUUID } from 'node:crypto'
import { Refusal } from '@platform/base/errors/refusal'
import type { StoreDatabase } from './connect-store'

const BEAT_MS = 2_000
/** A machine that stopped without a word holds the lock no longer than this. */
const HELD = "interval '10 seconds'"

/**
 * Lets one operator at a time change the site. A row with a heartbeat, not a lock of the session: those are lost
 * behind a pooler of connections.
 * @throws Refusal naming who holds it
 */
export async function withOperatorLease<T>(
  database: StoreDatabase,
  operator: string,
  work: () => Promise<T>,
): Promise<T> {
  const token = randomUUID()
  const [mine] = await database.query(
    `insert into site_lock (token, operator, since, seen_at) values ($1, $2, now(), now())
     on conflict (id) do update set token = $1, operator = $2, since = now(), seen_at = now()
     where site_lock.seen_at < now() - ${HELD} returning token`,
    [token, operator],
  )
  if (!mine) throw await busy(database)
  const beat = setInterval(() => {
    // One that is missed is made up by the next; what is lost for longer is found out by compare and swap.
    database.query('update site_lock set seen_at = now() where token = $1', [token]).catch(() => {})
  }, BEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    await database.query('delete from site_lock where token = $1', [token]).catch(() => {})
  }
}

async function busy(database: StoreDatabase): Promise<Refusal> {
  const [holder] = await database.query<{ operator: string; seconds: number }>(
    'select operator, extract(epoch from now() - since)::integer as seconds from site_lock',
  )
  const who = holder
    ? `${holder.operator} has been changing the site for ${holder.seconds} s`
    : 'It was another operator'
  return new Refusal(`${who}. Nothing was changed; try again when that has finished.`)
}
