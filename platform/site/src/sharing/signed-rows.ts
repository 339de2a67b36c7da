import { messageOf, Refusal } from '@platform/base/errors/refusal'
import { parseOutline } from '@platform/compose/composition/composition-outline'
import type { Pointer } from '../model/pointer'
import { checkSignedLive, findUnsignedChange } from '../model/signed-pointer'
import { checkSigned, type Signer, type Statement, statementOf } from '../signatures/signatures'
import type { SiteCopy } from '../store/file/file-copy'
import { readSeen, writeSeen } from '../store/file/seen'
import { type LiveRow, type Row, type SiteStore, splitName, splitVersion } from '../store/site-store'

/** Includes the revision, so that the later of two signed documents counts. */
function statementOfRow({ name, content, revision }: Omit<Row, 'signature'>): Statement {
  const [kind, own] = splitName(name)
  return kind === 'document' ? statementOf(kind, own, String(revision), content) : statementOf(kind, own, content)
}

export function signRow(signer: Signer, row: Omit<Row, 'signature'>): Row {
  return { ...row, signature: signer.sign(statementOfRow(row)) }
}

export async function checkRow({ signatures }: SiteCopy, row: Row): Promise<void> {
  await checkSigned(signatures, statementOfRow(row), row.signature)
}

/** @returns problems by row name */
export async function findRowProblems(copy: SiteCopy, rows: readonly Row[]): Promise<Map<string, string>> {
  const { documents: seen = {} } = await readSeen(copy)
  const gone = Object.keys(seen).filter((name) => !rows.some((row) => row.name === name))
  const problems = new Map(gone.map((name) => [name, `The document ${name} is gone from the database`]))
  for (const row of rows) {
    const problem = await findRowProblem(copy, row, seen[row.name])
    if (problem) problems.set(row.name, problem)
  }
  return problems
}

export async function findRowProblem(copy: SiteCopy, row: Row, seen = 0): Promise<string | undefined> {
  const unsigned = await checkRow(copy, row).then(() => undefined, messageOf)
  if (unsigned) return unsigned
  const [kind, own] = splitName(row.name)
  if (kind === 'pin') {
    const known = await copy.readPin(...splitVersion(own))
    const isSame = known === undefined || known === row.content
    return isSame ? undefined : `The pin of ${own} is not what this machine has seen`
  }
  if (row.revision >= seen) return undefined
  return `The document ${row.name} is revision ${row.revision}, and this machine has seen revision ${seen}`
}

export async function rememberDocuments(copy: SiteCopy, rows: readonly Row[]): Promise<void> {
  const { documents: known = {} } = await readSeen(copy)
  const revisions = rows.map(({ name, revision }) => [name, revision])
  await writeSeen(copy, { documents: { ...known, ...Object.fromEntries(revisions) } })
}

export type VerifiedPointer = {
  /** The signed pointer, else an earlier live one. */
  pointer: Pointer | undefined
  signedRevision: number
  problem: string | undefined
}

export async function verifyPointer(
  copy: SiteCopy,
  { pointer, signed }: Pick<LiveRow, 'pointer' | 'signed'>,
): Promise<VerifiedPointer> {
  const seen = (await readSeen(copy)).live ?? 0
  const own = seen > 0 ? await copy.readPointer().catch(() => undefined) : undefined
  if (!pointer && !signed) {
    const problem = seen > 0 ? 'The database no longer says what is live' : undefined
    return { pointer: own, signedRevision: seen, problem }
  }
  try {
    if (!signed) throw new Refusal('What is live is signed by no operator')
    const last = await checkSignedLive(copy.signatures, signed)
    if (last.revision < seen) {
      throw new Refusal(`What is live was signed as revision ${last.revision}, and this machine has seen ${seen}`)
    }
    const known = last.revision === seen && own ? own : last.pointer
    const change = findUnsignedChange(known, pointer)
    const problem = change && `What is live was changed and not signed: ${change}`
    return { pointer: change ? known : pointer, signedRevision: last.revision, problem }
  } catch (error) {
    return { pointer: own, signedRevision: seen, problem: messageOf(error) }
  }
}

/** Call it once the copy has the pointer. */
export async function rememberLive(copy: SiteCopy, revision: number): Promise<void> {
  if (((await readSeen(copy)).live ?? 0) < revision) await writeSeen(copy, { live: revision })
}

export async function readManifest(store: SiteStore, copy: SiteCopy, number: number) {
  const [row] = await store.read(`composition/${number}`)
  if (!row) throw new Refusal(`The store no longer has composition ${number}`)
  await copy.checkComposition(number, row.content, row.signature ?? undefined)
  return { row, outline: parseOutline(row.content, `Composition ${number}`) }
}

type ReleaseFacts = { digest: string; publishedAt: Date }

/** Includes the time, because it decides `latest`. */
export function serialiseFacts({ digest, publishedAt }: ReleaseFacts): string {
  return JSON.stringify([digest, publishedAt.toISOString()])
}

export function parseFacts({ content }: Row): ReleaseFacts {
  const [digest, publishedAt] = JSON.parse(content)
  return { digest, publishedAt: new Date(publishedAt) }
}
