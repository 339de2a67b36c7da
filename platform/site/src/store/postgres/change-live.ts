import { nextPointer, type PointerChange } from '../../model/pointer'
import { COMPOSED_WITH, nameOfDocument, serialiseDocuments, writeDocumentFiles } from '../file/document-files'
import { followPointer } from '../file/pointer-file'
import type { SiteCopy } from '../site-copy'
import type { LiveState, MoveOptions } from '../site-store'
import { addComposition, listKeptCompositions } from './archives'
import type { StoreDatabase } from './connect-store'
import { rememberDocuments, signDocuments } from './documents'
import { type Move, moveLive, prepare, readLive, readTime, stopPreparing } from './live-row'
import { dropUnnamedRows } from './named-blobs'
import { waitForOrigins } from './origin-rows'
import { refuseUnsignedMove, rememberLive, signLive, verifyPointer } from './verified-pointer'

type Changing = { database: StoreDatabase; copy: SiteCopy }

/** `moveLive` of the store: decided by one row, and at once unless something is new to visitors. */
export async function changeLive(
  { database, copy }: Changing,
  from: LiveState,
  change: PointerChange,
  { newcomer, documents }: MoveOptions = {},
): Promise<LiveState> {
  const kept = (await listKeptCompositions(database)).map(({ number }) => number)
  const known = newcomer === undefined ? kept : [...kept, newcomer]
  const pointer = nextPointer(from.pointer, change, await readTime(database), known)
  const contents = serialiseDocuments(copy, documents ?? {})
  const isNew = newcomer !== undefined || documents !== undefined
  // Going back needs no key, so one that cannot be read is no reason against it.
  const signer = await copy.signatures.signer().catch(() => undefined)
  if (!signer) refuseUnsignedMove(from.pointer, pointer, copy.signatures.advice)
  const revision = Number(from.revision)
  const next = Math.max(revision, (await verifyPointer(copy, await readLive(database))).revision) + 1
  const move: Move = {
    revision,
    next,
    pointer,
    signed: signer && signLive(signer, next, pointer),
    documents: signer && signDocuments(signer, contents, from.documents),
    unchanged: isNew ? composedWith(copy, from.documents) : {},
  }
  await moveEverywhere(database, copy, move, newcomer)
  // It is decided. A copy that cannot follow, on a full disk for example, does so when it is refreshed.
  await followMove(copy, move, contents).catch(() => {})
  const revisions = { ...from.documents, ...nextRevisions(from, contents) }
  return { revision: String(next), pointer, documents: revisions }
}

/** What must not have changed since a composition was made, by the name of the document's file. */
function composedWith(copy: SiteCopy, revisions: Readonly<Record<string, string>>): Record<string, string> {
  const names = COMPOSED_WITH.map((name) => nameOfDocument(copy, name))
  return Object.fromEntries(names.map((name) => [name, revisions[name] ?? '']))
}

function nextRevisions({ documents }: LiveState, changed: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(changed).map((name) => [name, String(Number(documents[name] ?? 0) + 1)]))
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

/** Two steps: new pages must not meet an origin that does not have their scripts. What is taken back needs one alone. */
async function moveEverywhere(
  database: StoreDatabase,
  copy: SiteCopy,
  move: Move,
  newcomer: number | undefined,
): Promise<void> {
  if (newcomer === undefined) return moveLive(database, move)
  const isNew = await addComposition(database, copy, newcomer)
  await prepare(database, newcomer)
  try {
    await waitForOrigins(database, newcomer)
    await moveLive(database, move)
  } catch (error) {
    await stopPreparing(database, newcomer).catch(() => {})
    // One that nobody got is nothing to go back to.
    if (isNew) await forget(database, copy, newcomer).catch(() => {})
    throw error
  }
}

/** With the blobs that nothing else names: what is wrong with one of them is not met again. */
async function forget(database: StoreDatabase, copy: SiteCopy, number: number): Promise<void> {
  await database.query('delete from site_compositions where number = $1', [number])
  await dropUnnamedRows(database, copy)
}
