import { Refusal } from '@platform/base/errors/refusal'
import type { Pointer } from '../../model/pointer'
import type { StoreDatabase } from './connect-store'

/** What is live for all machines. Each change has the next revision. */
export type LiveRow = { revision: number; pointer: Pointer | undefined; prepared: number | undefined }
export type LiveColumns = { revision: number; pointer: Pointer | null; prepared: number | null }

export const LIVE_COLUMNS = 'revision, pointer, prepared'

export async function readLive(database: StoreDatabase): Promise<LiveRow> {
  const [row] = await database.query<LiveColumns>(`select ${LIVE_COLUMNS} from site_live`)
  return toLiveRow(row)
}

export function toLiveRow(row: LiveColumns | undefined): LiveRow {
  if (!row) throw new Error('The table site_live has lost its row')
  const { revision, pointer, prepared } = row
  return { revision, pointer: pointer ?? undefined, prepared: prepared ?? undefined }
}

/** Asks every machine to hold a composition. */
export async function prepare(database: StoreDatabase, number: number): Promise<void> {
  await database.query('update site_live set prepared = $1', [number])
}

export async function stopPreparing(database: StoreDatabase, number: number): Promise<void> {
  await database.query('update site_live set prepared = null where prepared = $1', [number])
}

/** `documents`: settings and keys as they are from then on, by the name of their file. */
export type Move = { revision: number; pointer: Pointer; operator: string; documents?: Record<string, string> }

/**
 * Compare and swap: makes a composition live if nothing was changed since `revision` was read. Of any number at
 * once exactly one succeeds.
 * @throws Refusal that names who was first
 */
export async function moveLive(
  database: StoreDatabase,
  { revision, pointer, operator, documents = {} }: Move,
): Promise<void> {
  const moved = await database.query(
    `with before as (select (pointer ->> 'live')::integer as live from site_live),
       moved as (
         update site_live set revision = revision + 1, pointer = $2::json, prepared = null
         where revision = $1 returning revision, (pointer ->> 'live')::integer as live),
       kept as (
         insert into site_documents (name, content)
         select key, value from json_each_text($4::json) where exists (select from moved)
         on conflict (name) do update set content = excluded.content)
     insert into site_history (revision, operator, before, live)
     select moved.revision, $3, before.live, moved.live from moved, before returning revision`,
    [revision, JSON.stringify(pointer), operator, JSON.stringify(documents)],
  )
  if (moved.length > 0) return
  const [last] = await database.query<{ operator: string; live: number }>(
    'select operator, live from site_history order by revision desc limit 1',
  )
  throw new Refusal(
    `${last?.operator ?? 'Another operator'} has made composition ${last?.live ?? '?'} live meanwhile. ` +
      'Nothing was changed; look at "site status" and decide again.',
  )
}
