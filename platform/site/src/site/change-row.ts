import { Refusal } from '@platform/base/errors/refusal'
import { findRowProblem, rememberDocuments, signRow } from '../sharing/signed-rows'
import { requireSigner } from '../signatures/signatures'
import { type DocumentName, parseDocument, rowNameOf, type SiteDocuments, serialiseDocuments } from '../store/documents'
import type { SiteParts } from '../store/file/file-copy'
import { readSeen } from '../store/file/seen'
import type { Row } from '../store/site-store'

const TRIES = 200

type Verified<Name extends DocumentName> = {
  value: SiteDocuments[Name] | undefined
  revision: number
  /** Highest revision that this machine has seen. */
  latest: number
}

/** Falls back to this machine's last copy if the row is unsigned. */
export async function readVerified<Name extends DocumentName>(
  { copy, local, store }: SiteParts,
  name: Name,
): Promise<Verified<Name>> {
  const rowName = rowNameOf(name)
  const [row] = await store.read(rowName)
  const { revision } = row ?? { revision: 0 }
  if (store === local) return { value: parseDocument(name, row), revision, latest: revision }
  const seen = (await readSeen(copy)).documents?.[rowName] ?? 0
  const isVerified = row ? (await findRowProblem(copy, row, seen)) === undefined : seen === 0
  const [own] = isVerified || seen === 0 ? [] : await local.read(rowName)
  return { value: parseDocument(name, isVerified ? row : own), revision, latest: Math.max(revision, seen) }
}

export async function changeDocument<Name extends DocumentName>(
  parts: SiteParts,
  name: Name,
  change: (now: SiteDocuments[Name] | undefined) => SiteDocuments[Name],
): Promise<SiteDocuments[Name]> {
  const { copy, local, store } = parts
  const signer = store === local ? undefined : await requireSigner(copy.signatures)
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { value, revision, latest } = await readVerified(parts, name)
    const next = change(value)
    const rows = serialiseDocuments({ [name]: next }, { [rowNameOf(name)]: latest })
    const signed = signer ? rows.map((row) => signRow(signer, row)) : rows
    if (!(await store.swap({ rows: signed, unchanged: { [rowNameOf(name)]: revision } }))) continue
    if (signer) {
      await local.swap({ rows })
      await rememberDocuments(copy, rows)
    }
    return next
  }
  throw new Refusal(`${name} changed ${TRIES} times while one change was to be made`)
}

/** A pin is never deleted: a version has one content for ever. */
export async function pinFirst({ copy, local, store }: SiteParts, release: string, integrity: string): Promise<string> {
  const name = `pin/${release}`
  let [known] = await store.read(name)
  if (!known) {
    const row: Row = { name, content: integrity, revision: 1, signature: null }
    const signed = store === local ? row : signRow(await requireSigner(copy.signatures), row)
    await store.swap({ rows: [signed], unchanged: { [name]: 0 } })
    ;[known] = await store.read(name)
  }
  if (!known) throw new Error(`The pin of ${release} was deleted while it was added`)
  if (store === local) return known.content
  const problem = await findRowProblem(copy, known)
  if (problem) throw new Refusal(`${problem}. Delete its row of site_documents, once you know who wrote it.`)
  await local.swap({ rows: [known] })
  return known.content
}
