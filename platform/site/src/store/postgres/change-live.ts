import { Refusal } from '@platform/base/errors/refusal'
import { findUnsignedChange } from '../../model/allowed-move'
import { nextPointer, type PointerChange } from '../../model/pointer'
import type { Signer } from '../../signatures/signatures'
import {
  COMPOSED_WITH,
  followPointer,
  nameOfDocument,
  serialiseDocuments,
  writeDocumentFiles,
} from '../file/document-files'
import type { LiveState, MoveOptions, SignOptions, SiteCopy } from '../site-store'
import { addComposition } from './archives'
import { dropUnnamedRows, listNumbers } from './blob-rows'
import type { StoreDatabase } from './connect-store'
import { checkRow, listRows, rememberDocuments, signDocuments, splitName, statementOfRow } from './documents'
import { type Move, moveLive, readLive, readTime, rememberLive, signLive, verifyPointer } from './live-row'
import { waitForOrigins } from './origin-rows'

export async function changeLive(
  database: StoreDatabase,
  copy: SiteCopy,
  from: LiveState,
  change: PointerChange,
  { newcomer, documents }: MoveOptions = {},
): Promise<LiveState> {
  const kept = [...(await listNumbers(database)), ...(newcomer === undefined ? [] : [newcomer])]
  const pointer = nextPointer(from.pointer, change, await readTime(database), kept)
  const contents = serialiseDocuments(copy, documents ?? {})
  // An undo needs no key, so an unreadable one must not stop it.
  const signer = await copy.signatures.signer().catch(() => undefined)
  const unsigned = from.pointer ? findUnsignedChange(from.pointer, pointer) : 'nothing was live'
  if (!signer && unsigned) {
    const { advice } = copy.signatures
    throw new Refusal(`This needs the operator's key, because it does more than take back (${unsigned}). ${advice}`)
  }
  const revision = Number(from.revision)
  const next = Math.max(revision, (await verifyPointer(copy, await readLive(database))).revision) + 1
  const isNew = newcomer !== undefined || documents !== undefined
  const move: Move = {
    revision,
    next,
    pointer,
    signed: signer && signLive(signer, next, pointer),
    documents: signer && signDocuments(signer, contents, from.documents),
    unchanged: isNew ? composedWith(copy, from.documents) : {},
  }
  await moveEverywhere(database, copy, move, newcomer)
  // The move is final; a copy that cannot follow (full disk) catches up at its next refresh.
  await followMove(copy, move, contents).catch(() => {})
  const changed = Object.keys(contents).map((name) => [name, String(Number(from.documents[name] ?? 0) + 1)])
  return { revision: String(next), pointer, documents: { ...from.documents, ...Object.fromEntries(changed) } }
}

function composedWith(copy: SiteCopy, revisions: Readonly<Record<string, string>>): Record<string, string> {
  const names = COMPOSED_WITH.map((name) => nameOfDocument(copy, name))
  return Object.fromEntries(names.map((name) => [name, revisions[name] ?? '']))
}

async function followMove(
  copy: SiteCopy,
  { pointer, next, signed, documents = [] }: Move,
  contents: Readonly<Record<string, string>>,
): Promise<void> {
  await writeDocumentFiles(copy, contents)
  await rememberDocuments(copy, documents)
  await followPointer(copy, pointer)
  if (signed) await rememberLive(copy, next)
}

/**
 * Origins load a new composition before it goes live, since any of them may get requests for its scripts. An undo does
 * not wait.
 */
async function moveEverywhere(
  database: StoreDatabase,
  copy: SiteCopy,
  move: Move,
  newcomer: number | undefined,
): Promise<void> {
  if (newcomer === undefined) return moveLive(database, move)
  const isNew = await addComposition(database, copy, newcomer)
  await database.query('update site_live set prepared = $1', [newcomer])
  try {
    await waitForOrigins(database, newcomer)
    await moveLive(database, move)
  } catch (error) {
    await database.query('update site_live set prepared = null where prepared = $1', [newcomer]).catch(() => {})
    if (isNew) await forget(database, copy, newcomer).catch(() => {})
    throw error
  }
}

async function forget(database: StoreDatabase, copy: SiteCopy, number: number): Promise<void> {
  await database.query('delete from site_documents where name = $1', [`composition/${number}`])
  await dropUnnamedRows(database, copy)
}

export async function signRows(
  database: StoreDatabase,
  copy: SiteCopy,
  signer: Signer,
  { isVouching }: SignOptions,
): Promise<string[]> {
  const rows = []
  for (const kind of ['composition', 'release', 'pin', 'document'] as const)
    rows.push(...(await listRows(database, kind)))
  const live = await readLive(database)
  const { revision, problem } = await verifyPointer(copy, live)
  if (!isVouching) {
    if (problem) throw new Refusal(problem)
    for (const row of rows) await checkRow(copy, row)
  }
  for (const row of rows) {
    await database.query(
      'update site_documents set signature = $1 where name = $2 and revision = $3 and content = $4',
      [signer.sign(statementOfRow(row)), row.name, row.revision, row.content],
    )
  }
  const names = rows.map(({ name }) => describeRow(name))
  if (!live.pointer) return names
  const next = Math.max(live.revision, revision) + 1
  const signed = signLive(signer, next, live.pointer)
  await moveLive(database, { revision: live.revision, next, pointer: live.pointer, signed })
  await followPointer(copy, live.pointer)
  await rememberLive(copy, next)
  return [...names, 'what is live']
}

function describeRow(name: string): string {
  const [kind, own] = splitName(name)
  return { composition: `composition ${own}`, pin: `the pin of ${own}`, release: own, document: own }[kind]
}
