/** An undo may move the pointer back without a signature; `signed` is the operator's last one. */

import { messageOf, Refusal } from '@platform/base/errors/refusal'
import { findUnsignedChange } from '../../model/allowed-move'
import { isSamePointer, type Pointer, parsePointer } from '../../model/pointer'
import { checkSigned, type Signer, statementOf } from '../../signatures/signatures'
import { readSeen, writeSeen } from '../file/audit-file'
import type { SiteCopy } from '../site-store'
import type { StoreDatabase } from './connect-store'
import { COLUMNS, type SignedRow } from './documents'

type SignedColumns = { signed: string | null; signedRevision: number | null; signature: string | null }

export type LiveRow = {
  revision: number
  pointer: Pointer | undefined
  /** Composition that every origin must hold before it goes live. */
  prepared: number | undefined
  documents: Record<string, string>
  signed: SignedColumns
}
export type LiveColumns = SignedColumns & {
  revision: number
  pointer: Pointer | null
  prepared: number | null
  documents: Record<string, string> | null
}

export const LIVE_COLUMNS = `revision, pointer, prepared, signed, signed_revision as "signedRevision", signature,
  (select json_object_agg(name, revision::text) from site_documents where name not like '%/%') as documents`

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

export type Move = {
  revision: number
  next: number
  pointer: Pointer
  /** Absent for an undo, which needs no key. */
  signed?: SignedColumns | undefined
  documents?: readonly SignedRow[] | undefined
  /** Expected revisions of documents; empty: must not exist. */
  unchanged?: Readonly<Record<string, string>> | undefined
}

/** An origin's database role may not write these columns. */
const SIGNED = ', signed = $5, signed_revision = $6, signature = $7'
const KEPT = `, kept as (
  insert into site_documents (name, content, revision, signature)
  select name, content, revision, signature from json_to_recordset($8) as it (${COLUMNS}) where exists (select from moved)
  on conflict (name) do update set content = excluded.content, revision = excluded.revision, signature = excluded.signature)`

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
         and exists (select from site_documents where name = 'composition/' || ($3::json ->> 'live'))
       returning revision)${isWithDocuments ? KEPT : ''}
     select revision from moved`,
    values,
  )
  if (moved.length > 0) return
  const now = await readLive(database)
  if (now.revision !== revision) {
    throw new Refusal(
      `Something else was made live meanwhile (composition ${now.pointer?.live ?? '?'}); "site log" says by whom. ` +
        'Nothing was changed; look at "site status" and decide again.',
    )
  }
  const kept = await database.query('select from site_documents where name = $1', [`composition/${pointer.live}`])
  if (kept.length === 0) {
    throw new Refusal(`The database no longer has composition ${pointer.live}. Nothing was changed.`)
  }
  throw new Refusal('The settings or the keys were changed meanwhile. Nothing else was; try again.')
}

type VerifiedPointer = {
  /** The signed pointer, else an earlier live one. */
  pointer: Pointer | undefined
  revision: number
  problem: string | undefined
}

export async function verifyPointer(
  copy: SiteCopy,
  { pointer, signed }: Pick<LiveRow, 'pointer' | 'signed'>,
): Promise<VerifiedPointer> {
  const seen = (await readSeen(copy)).live ?? 0
  const own = seen > 0 ? await copy.readPointer().catch(() => undefined) : undefined
  if (!pointer && signed.signed === null) {
    const problem = seen > 0 ? 'The database no longer says what is live' : undefined
    return { pointer: own, revision: seen, problem }
  }
  try {
    const last = await checkSignedLive(copy, signed)
    if (last.revision < seen) {
      throw new Refusal(`What is live was signed as revision ${last.revision}, and this machine has seen ${seen}`)
    }
    const known = last.revision === seen && own ? own : last.pointer
    const change = findChange(known, pointer)
    return change
      ? { pointer: known, revision: last.revision, problem: `What is live was changed and not signed: ${change}` }
      : { pointer, revision: last.revision, problem: undefined }
  } catch (error) {
    return { pointer: own, revision: seen, problem: messageOf(error) }
  }
}

function findChange(known: Pointer, pointer: Pointer | undefined): string | undefined {
  if (!pointer) return 'it says nothing any more'
  return isSamePointer(known, pointer) ? undefined : findUnsignedChange(known, pointer)
}

async function checkSignedLive({ signatures }: SiteCopy, { signed, signedRevision, signature }: SignedColumns) {
  const text = signed ?? ''
  const revision = signedRevision ?? 0
  await checkSigned(signatures, statementOf('live', String(revision), text), signature)
  return { revision, pointer: parsePointer(JSON.parse(text), 'What is live in the database') }
}

export function signLive(signer: Signer, revision: number, pointer: Pointer): SignedColumns {
  const signed = JSON.stringify(pointer)
  return { signed, signedRevision: revision, signature: signer.sign(statementOf('live', String(revision), signed)) }
}

/** Call it once the copy has the pointer. */
export async function rememberLive(copy: SiteCopy, revision: number): Promise<void> {
  if (((await readSeen(copy)).live ?? 0) < revision) await writeSeen(copy, { live: revision })
}
