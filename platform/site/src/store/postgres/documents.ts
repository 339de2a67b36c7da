import { messageOf, Refusal } from '@platform/base/errors/refusal'
import { checkSigned, requireSigner, type Signer, type Statement, statementOf } from '../../signatures/signatures'
import { readSeen, writeSeen } from '../file/audit-file'
import {
  nameOfDocument,
  parseIfThere,
  readDocumentFile,
  serialiseDocuments,
  writeDocumentFiles,
  writePin,
} from '../file/document-files'
import type { SiteCopy, SiteDocuments } from '../site-store'
import type { StoreDatabase } from './connect-store'

const TRIES = 200
const KINDS = ['composition', 'pin', 'release'] as const
type Kind = (typeof KINDS)[number] | 'document'

export type SignedRow = {
  /** `settings.json`, `composition/17`, `release/catalog@1.6.0` or `pin/catalog@1.6.0`. */
  name: string
  content: string
  revision: number
  signature: string | null
  archive?: string | null
}

export const COLUMNS = 'name text, content text, revision integer, signature text, archive text'
const NAMES = 'name, content, revision, signature, archive'

export function listRows(database: StoreDatabase, kind: Kind): Promise<SignedRow[]> {
  const isOfKind = kind === 'document' ? `name not like '%/%'` : `name like '${kind}/%'`
  return database.query(`select ${NAMES} from site_documents where ${isOfKind} order by name`)
}

export async function findRow(database: StoreDatabase, name: string): Promise<SignedRow | undefined> {
  return (await database.query<SignedRow>(`select ${NAMES} from site_documents where name = $1`, [name]))[0]
}

/** Includes the revision, so that the later of two signed documents counts. */
export function statementOfRow({ name, content, revision }: Omit<SignedRow, 'signature'>): Statement {
  const [kind, own] = splitName(name)
  return kind === 'document' ? statementOf(kind, own, String(revision), content) : statementOf(kind, own, content)
}

/** `release/catalog@1.6.0` → `release` and `catalog@1.6.0` */
export function splitName(name: string): [Kind, string] {
  const kind = KINDS.find((it) => name.startsWith(`${it}/`))
  return kind ? [kind, name.slice(kind.length + 1)] : ['document', name]
}

export function signRow(signer: Signer, row: Omit<SignedRow, 'signature'>): SignedRow {
  return { ...row, signature: signer.sign(statementOfRow(row)) }
}

export async function checkRow({ signatures }: SiteCopy, row: SignedRow): Promise<void> {
  await checkSigned(signatures, statementOfRow(row), row.signature)
}

/** @param from expected revision; 0: no row */
export async function swapRow(database: StoreDatabase, row: SignedRow, from: number): Promise<boolean> {
  const swapped = await database.query(
    `insert into site_documents (${NAMES}) select ${NAMES} from json_to_recordset($1) as it (${COLUMNS})
     on conflict (name) do update set content = excluded.content, revision = excluded.revision,
       signature = excluded.signature, archive = excluded.archive
     where site_documents.revision = $2 returning revision`,
    [JSON.stringify([row]), from],
  )
  return swapped.length > 0
}

export async function findRowProblems(copy: SiteCopy, rows: readonly SignedRow[]): Promise<Map<string, string>> {
  const { documents: seen = {} } = await readSeen(copy)
  const gone = Object.keys(seen).filter((name) => !rows.some((row) => row.name === name))
  const problems = new Map(gone.map((name) => [name, `The document ${name} is gone from the database`]))
  for (const row of rows) {
    const problem = await findRowProblem(copy, row, seen[row.name] ?? 0)
    if (problem) problems.set(row.name, problem)
  }
  return problems
}

async function findRowProblem(copy: SiteCopy, row: SignedRow, seen: number): Promise<string | undefined> {
  const unsigned = await checkRow(copy, row).then(() => undefined, messageOf)
  if (unsigned) return unsigned
  const [kind, own] = splitName(row.name)
  if (kind === 'pin') {
    const known = await copy.readPin(...splitVersion(own))
    return known === undefined || known === row.content
      ? undefined
      : `The pin of ${own} is not what this machine has seen`
  }
  if (row.revision >= seen) return undefined
  return `The document ${row.name} is revision ${row.revision}, and this machine has seen revision ${seen}`
}

/** `catalog@1.6.0` → `catalog` and `1.6.0` */
export function splitVersion(name: string): [string, string] {
  const at = name.lastIndexOf('@')
  return [name.slice(0, at), name.slice(at + 1)]
}

export async function pullRows(database: StoreDatabase, copy: SiteCopy): Promise<string[]> {
  const [documents, pins] = [await listRows(database, 'document'), await listRows(database, 'pin')]
  const problems = await findRowProblems(copy, [...documents, ...pins])
  const good = documents.filter(({ name }) => !problems.has(name))
  await writeDocumentFiles(copy, Object.fromEntries(good.map(({ name, content }) => [name, content])))
  await rememberDocuments(copy, good)
  for (const { name, content } of pins) {
    const [pinned, version] = splitVersion(splitName(name)[1])
    const isNew = !problems.has(name) && (await copy.readPin(pinned, version)) === undefined
    if (isNew) await writePin(copy, pinned, version, content)
  }
  return [...problems.values()]
}

export async function rememberDocuments(copy: SiteCopy, rows: readonly SignedRow[]): Promise<void> {
  const { documents: known = {} } = await readSeen(copy)
  const documents = { ...known, ...Object.fromEntries(rows.map(({ name, revision }) => [name, revision])) }
  if (JSON.stringify(documents) !== JSON.stringify(known)) await writeSeen(copy, { documents })
}

/** @param contents by file name */
export function signDocuments(
  signer: Signer,
  contents: Readonly<Record<string, string>>,
  revisions: Readonly<Record<string, string | number>>,
): SignedRow[] {
  return Object.entries(contents).map(([name, content]) =>
    signRow(signer, { name, content, revision: Number(revisions[name] ?? 0) + 1 }),
  )
}

export async function addMissingDocuments(
  database: StoreDatabase,
  copy: SiteCopy,
  contents: Readonly<Record<string, string>>,
): Promise<void> {
  const known = new Set((await listRows(database, 'document')).map(({ name }) => name))
  const missing = Object.fromEntries(Object.entries(contents).filter(([name]) => !known.has(name)))
  const signer = await copy.signatures.signer()
  if (!signer || Object.keys(missing).length === 0) return
  const rows = signDocuments(signer, missing, (await readSeen(copy)).documents ?? {})
  for (const row of rows) await swapRow(database, row, 0)
  await rememberDocuments(copy, rows)
}

type Verified<Name extends keyof SiteDocuments> = {
  value: SiteDocuments[Name] | undefined
  revision: number
  latest: number
}

/** Falls back to this machine's last copy if the row is unsigned. */
export async function readDocumentRow<Name extends keyof SiteDocuments>(
  database: StoreDatabase,
  copy: SiteCopy,
  name: Name,
): Promise<Verified<Name>> {
  const key = nameOfDocument(copy, name)
  const row = await findRow(database, key)
  const seen = (await readSeen(copy)).documents?.[key] ?? 0
  const isVerified = row ? (await findRowProblem(copy, row, seen)) === undefined : seen === 0
  const content = isVerified ? row?.content : seen > 0 ? await readDocumentFile(copy, name) : undefined
  const revision = row?.revision ?? 0
  return { value: parseIfThere(copy, name, content), revision, latest: Math.max(revision, seen) }
}

export async function changeDocumentRow<Name extends keyof SiteDocuments>(
  database: StoreDatabase,
  copy: SiteCopy,
  name: Name,
  change: (now: SiteDocuments[Name] | undefined) => SiteDocuments[Name],
): Promise<SiteDocuments[Name]> {
  const signer = await requireSigner(copy.signatures)
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { value, revision, latest } = await readDocumentRow(database, copy, name)
    const next = change(value)
    const contents = serialiseDocuments(copy, { [name]: next })
    const rows = signDocuments(signer, contents, { [nameOfDocument(copy, name)]: latest })
    const [row] = rows
    if (!row || !(await swapRow(database, row, revision))) continue
    await writeDocumentFiles(copy, contents)
    await rememberDocuments(copy, rows)
    return next
  }
  throw new Refusal(`${name} changed ${TRIES} times while one change was to be made`)
}

export async function pinFirst(
  database: StoreDatabase,
  copy: SiteCopy,
  release: string,
  integrity: string,
): Promise<string> {
  const name = `pin/${release}`
  if (!(await findRow(database, name))) {
    const row = { name, content: integrity, revision: 1, archive: null }
    await swapRow(database, signRow(await requireSigner(copy.signatures), row), 0)
  }
  const known = await findRow(database, name)
  if (!known) throw new Error(`The pin of ${release} was deleted while it was added`)
  const problem = await findRowProblem(copy, known, 0)
  if (problem) throw new Refusal(`${problem}. Delete its row of site_documents, once you know who wrote it.`)
  return known.content
}
