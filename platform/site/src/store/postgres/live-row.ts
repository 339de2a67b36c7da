import { Refusal } from '@platform/base/errors/refusal'
import type { Pointer } from '../../model/pointer'
import type { StoreDatabase } from './connect-store'
import { COLUMNS, type DocumentRow } from './documents'
import type { SignedColumns } from './verified-pointer'

/** What is live for all machines. Each change has the next revision. */
export type LiveRow = {
  revision: number
  pointer: Pointer | undefined
  prepared: number | undefined
  /** Revision of each document, by its name. */
  documents: Record<string, string>
  /** What an operator last signed of it. */
  signed: SignedColumns
}
export type LiveColumns = SignedColumns & {
  revision: number
  pointer: Pointer | null
  prepared: number | null
  documents: Record<string, string> | null
}

export const LIVE_COLUMNS = `revision, pointer, prepared, signed, signed_revision as "signedRevision", signature,
  (select json_object_agg(name, revision::text) from site_documents) as documents`

/** The time that all machines go by. */
export async function readTime(database: StoreDatabase): Promise<Date> {
  const [row] = await database.query<{ now: Date }>('select clock_timestamp() as now')
  if (!row) throw new Error('The database does not say what time it is')
  return row.now
}

export async function readLive(database: StoreDatabase): Promise<LiveRow> {
  const [row] = await database.query<LiveColumns>(`select ${LIVE_COLUMNS} from site_live`)
  return toLiveRow(row)
}

export function toLiveRow(row: LiveColumns | undefined): LiveRow {
  if (!row) throw new Error('The table site_live has lost its row')
  const { revision, pointer, prepared, documents, signed, signedRevision, signature } = row
  return {
    revision,
    pointer: pointer ?? undefined,
    prepared: prepared ?? undefined,
    documents: documents ?? {},
    signed: { signed, signedRevision, signature },
  }
}

/** Asks every machine to hold a composition. */
export async function prepare(database: StoreDatabase, number: number): Promise<void> {
  await database.query('update site_live set prepared = $1', [number])
}

export async function stopPreparing(database: StoreDatabase, number: number): Promise<void> {
  await database.query('update site_live set prepared = null where prepared = $1', [number])
}

export type Move = {
  /** Of the row that the move starts from. */
  revision: number
  /** Of the row from then on. */
  next: number
  pointer: Pointer
  /** By an operator who has the key; what is only taken back does without. */
  signed?: SignedColumns | undefined
  /** Documents as they are from then on. */
  documents?: readonly DocumentRow[] | undefined
  /** Documents that must still have these revisions; one that must not be there yet has an empty one. */
  unchanged?: Readonly<Record<string, string>> | undefined
}

/** An origin may not write these columns, nor documents: without them the statement names neither. */
const SIGNED = ', signed = $5, signed_revision = $6, signature = $7'
const KEPT = `, kept as (
  insert into site_documents (name, content, revision, signature)
  select name, content, revision, signature from json_to_recordset($8) as it (${COLUMNS}) where exists (select from moved)
  on conflict (name) do update set content = excluded.content, revision = excluded.revision, signature = excluded.signature)`

/**
 * Compare and swap: makes a composition live if nothing was changed since `revision` was read.
 * @throws Refusal that says what was first
 */
export async function moveLive(database: StoreDatabase, move: Move): Promise<void> {
  const { revision, next, pointer, signed, documents = [], unchanged = {} } = move
  const values: unknown[] = [revision, next, JSON.stringify(pointer), JSON.stringify(unchanged)]
  if (signed) values.push(signed.signed, signed.signedRevision, signed.signature)
  const isWithDocuments = signed !== undefined && documents.length > 0
  if (isWithDocuments) values.push(JSON.stringify(documents))
  const moved = await database.query(
    `with moved as (
       update site_live set revision = $2, pointer = $3::json, prepared = null${signed ? SIGNED : ''}
       where revision = $1 and not exists (
         select from json_each_text($4::json) as wanted left join site_documents as document on document.name = wanted.key
         where coalesce(document.revision::text, '') <> wanted.value)
         and exists (select from site_compositions where number = ($3::json ->> 'live')::integer)
       returning revision)${isWithDocuments ? KEPT : ''}
     select revision from moved`,
    values,
  )
  if (moved.length === 0) throw await explain(database, move)
}

async function explain(
  database: StoreDatabase,
  { revision, pointer: { live } }: Pick<Move, 'revision' | 'pointer'>,
): Promise<Refusal> {
  const now = await readLive(database)
  if (now.revision === revision) {
    const find = 'select from site_compositions where number = $1'
    const isKept = (await database.query(find, [live])).length > 0
    if (!isKept) return new Refusal(`The database no longer has composition ${live}. Nothing was changed.`)
    return new Refusal('The settings or the keys were changed meanwhile. Nothing else was; try again.')
  }
  return new Refusal(
    `Something else was made live meanwhile (composition ${now.pointer?.live ?? '?'}); "site log" says by whom. ` +
      'Nothing was changed; look at "site status" and decide again.',
  )
}
