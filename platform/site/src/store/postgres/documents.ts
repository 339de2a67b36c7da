import { messageOf, Refusal } from '@platform/base/errors/refusal'
import { checkSigned, requireSigner, type Signer } from '../../signatures/signatures'
import {
  nameOfDocument,
  parseIfThere,
  readDocumentFile,
  serialiseDocuments,
  writeDocumentFiles,
} from '../file/document-files'
import { readSeen, writeSeen } from '../file/seen-file'
import type { SiteCopy } from '../site-copy'
import type { SiteDocuments } from '../site-store'
import type { StoreDatabase } from './connect-store'
import { type DocumentFacts, documentStatement } from './signed-rows'

const TRIES = 200

export type DocumentRow = DocumentFacts & { signature: string | null }

/**
 * Copies settings and keys from the database into this machine's copy: those that an operator signed, and none that is
 * older than what this machine has seen.
 */
export async function pullDocuments(database: StoreDatabase, copy: SiteCopy): Promise<string[]> {
  const rows = await listDocuments(database)
  const problems = await findDocumentProblems(copy, rows)
  const good = rows.filter(({ name }) => !problems.has(name))
  await writeDocumentFiles(copy, Object.fromEntries(good.map(({ name, content }) => [name, content])))
  await rememberDocuments(copy, good)
  return [...problems.values()]
}

export function listDocuments(database: StoreDatabase): Promise<DocumentRow[]> {
  return database.query('select name, content, revision, signature from site_documents order by name')
}

/** By the document's name. */
export async function findDocumentProblems(copy: SiteCopy, rows: readonly DocumentRow[]): Promise<Map<string, string>> {
  const { documents: seen = {} } = await readSeen(copy)
  const gone = Object.keys(seen).filter((name) => !rows.some((row) => row.name === name))
  const problems = new Map(gone.map((name) => [name, `The document ${name} is gone from the database`]))
  for (const row of rows) {
    const problem = await findDocumentProblem(copy, row, seen[row.name] ?? 0)
    if (problem) problems.set(row.name, problem)
  }
  return problems
}

async function findDocumentProblem(copy: SiteCopy, row: DocumentRow, seen: number): Promise<string | undefined> {
  try {
    await checkSigned(copy.signatures, documentStatement(row), row.signature)
  } catch (error) {
    return messageOf(error)
  }
  if (row.revision >= seen) return undefined
  return `The document ${row.name} is revision ${row.revision}, and this machine has seen revision ${seen}`
}

export async function rememberDocuments(copy: SiteCopy, rows: readonly DocumentFacts[]): Promise<void> {
  const { documents: known = {} } = await readSeen(copy)
  const documents = { ...known, ...Object.fromEntries(rows.map(({ name, revision }) => [name, revision])) }
  if (JSON.stringify(documents) !== JSON.stringify(known)) await writeSeen(copy, { documents })
}

/** @param contents by the name of the document's file */
export function signDocuments(
  signer: Signer,
  contents: Readonly<Record<string, string>>,
  revisions: Readonly<Record<string, string | number>>,
): DocumentRow[] {
  return Object.entries(contents).map(([name, content]) => {
    const row = { name, content, revision: Number(revisions[name] ?? 0) + 1 }
    return { ...row, signature: signer.sign(documentStatement(row)) }
  })
}

/**
 * The first machine brings along what its folder had; what the database has of it stays.
 * @param contents by the name of the document's file
 */
export async function addMissingDocuments(
  database: StoreDatabase,
  copy: SiteCopy,
  contents: Readonly<Record<string, string>>,
): Promise<void> {
  const known = new Set((await listDocuments(database)).map(({ name }) => name))
  const missing = Object.fromEntries(Object.entries(contents).filter(([name]) => !known.has(name)))
  const signer = await copy.signatures.signer()
  if (!signer || Object.keys(missing).length === 0) return
  const { documents: seen = {} } = await readSeen(copy)
  const rows = signDocuments(signer, missing, seen)
  await database.query(
    `insert into site_documents (name, content, revision, signature)
     select name, content, revision, signature from json_to_recordset($1) as it (${COLUMNS}) on conflict do nothing`,
    [JSON.stringify(rows)],
  )
  await rememberDocuments(copy, rows)
}

/** Of rows that come as JSON. */
export const COLUMNS = 'name text, content text, revision integer, signature text'

type Believed<Name extends keyof SiteDocuments> = {
  value: SiteDocuments[Name] | undefined
  /** Of the row, which a change starts from. */
  revision: number
  /** The latest that anybody may have signed. */
  latest: number
}

/** A document as an operator signed it: where the database has another, as this machine last had it. */
export async function readDocumentRow<Name extends keyof SiteDocuments>(
  database: StoreDatabase,
  copy: SiteCopy,
  name: Name,
): Promise<Believed<Name>> {
  const key = nameOfDocument(copy, name)
  const row = (await listDocuments(database)).find((it) => it.name === key)
  const seen = (await readSeen(copy)).documents?.[key] ?? 0
  const isBelieved = row ? (await findDocumentProblem(copy, row, seen)) === undefined : seen === 0
  const content = isBelieved ? row?.content : seen > 0 ? await readDocumentFile(copy, name) : undefined
  const revision = row?.revision ?? 0
  return { value: parseIfThere(copy, name, content), revision, latest: Math.max(revision, seen) }
}

/** Compare and swap of one document: of two at once one reads again what the other has made of it. */
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
    const changed = await database.query(
      `insert into site_documents (name, content, revision, signature)
       select name, content, revision, signature from json_to_recordset($1) as it (${COLUMNS})
       on conflict (name) do update set content = excluded.content, revision = excluded.revision, signature = excluded.signature
       where site_documents.revision = $2 returning revision`,
      [JSON.stringify(rows), revision],
    )
    if (changed.length === 0) continue
    await writeDocumentFiles(copy, contents)
    await rememberDocuments(copy, rows)
    return next
  }
  throw new Refusal(`${name} changed ${TRIES} times while one change was to be made`)
}
