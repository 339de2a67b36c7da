import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '@platform/base/errors/refusal'
import { shownBlobsOf } from '@platform/compose/composition/composition'
import { parseOutline } from '@platform/compose/composition/composition-outline'
import { logIntent } from '../audit/with-audit'
import { nextPointer, type Pointer, type PointerChange } from '../model/pointer'
import { findUnsignedChange, signLive } from '../model/signed-pointer'
import { addComposition, findNamed } from '../sharing/share'
import {
  checkRow,
  rememberDocuments,
  rememberLive,
  signRow,
  type VerifiedPointer,
  verifyPointer,
} from '../sharing/signed-rows'
import { readOneBlob, verifyBlobs } from '../sharing/verify-parts'
import type { Signer } from '../signatures/signatures'
import { COMPOSED_WITH, type SiteDocuments, serialiseDocuments } from '../store/documents'
import type { SiteParts } from '../store/file/file-copy'
import { followPointer } from '../store/file/pointer-file'
import type { Seen } from '../store/file/seen'
import {
  type LiveRow,
  listNumbers,
  ORIGIN_SILENT_S,
  type Row,
  type SiteStore,
  type Swap,
  splitName,
} from '../store/site-store'

export type LiveState = {
  revision: number
  pointer: Pointer | undefined
  documents: Readonly<Record<string, number>>
}

/** Absent for an undo. */
export type MoveOptions = {
  /** New composition: every origin must hold it, and settings and keys must be unchanged. */
  newcomer?: number | undefined
  documents?: Partial<SiteDocuments> | undefined
}

export async function readLive({ copy, local, store }: SiteParts): Promise<LiveRow & VerifiedPointer> {
  const { live } = await store.poll()
  if (store === local) return { ...live, signedRevision: 0, problem: undefined }
  return { ...live, ...(await verifyPointer(copy, live)) }
}

export async function moveLive(
  parts: SiteParts,
  from: LiveState,
  change: PointerChange,
  { newcomer, documents }: MoveOptions = {},
): Promise<void> {
  const { local, store } = parts
  const isShared = store !== local
  const { now } = await store.poll()
  const kept = [...(await listNumbers(store)), ...(newcomer === undefined ? [] : [newcomer])]
  const pointer = nextPointer(from.pointer, change, now, kept)
  const signer = await findSigner(parts, from.pointer, pointer)
  const next = Math.max(from.revision, (await readLive(parts)).signedRevision) + 1
  const rows = serialiseDocuments(documents ?? {}, from.documents)
  const composedWith = COMPOSED_WITH.map((name) => [name, from.documents[name] ?? 0])
  const swap = {
    live: { from: from.revision, next, pointer, signed: signer && signLive(signer, next, pointer) },
    rows: signer ? rows.map((row) => signRow(signer, row)) : rows,
    unchanged: newcomer === undefined && !documents ? {} : Object.fromEntries(composedWith),
  }
  const move = async () => {
    await logIntent(pointer)
    await trySwap(store, swap, from.pointer)
  }
  await (isShared && newcomer !== undefined ? moveEverywhere(parts, newcomer, move) : move())
  // The move is final; a copy that cannot follow (full disk) catches up at its next refresh.
  if (isShared) await followSwap(parts, swap).catch(() => {})
}

/** An undo needs no key, so an unreadable one must not stop it. */
async function findSigner(
  { copy, local, store }: SiteParts,
  from: Pointer | undefined,
  to: Pointer,
): Promise<Signer | undefined> {
  const { signatures } = copy
  const signer = await signatures.signer().catch(() => undefined)
  const unsigned = from ? findUnsignedChange(from, to) : 'nothing was live'
  if (signer || !unsigned || store === local) return signer
  throw new Refusal(
    `This needs the operator's key, because it does more than take back (${unsigned}). ${signatures.advice}`,
  )
}

type Move = Swap & { live: NonNullable<Swap['live']>; rows: readonly Row[] }

async function trySwap(store: SiteStore, swap: Move, before: Pointer | undefined): Promise<void> {
  if (await store.swap(swap)) return
  const { from, pointer } = swap.live
  const { live } = await store.poll()
  if (live.revision !== from) {
    const number = live.pointer?.live
    const what =
      number === before?.live ? 'The canary, a preview or the hold was changed' : `Composition ${number} became live`
    throw new Refusal(`${what} meanwhile. Nothing was changed; look at "site status" and try again.`)
  }
  if (!(await listNumbers(store)).includes(pointer.live)) {
    throw new Refusal(`The store no longer has composition ${pointer.live}. Nothing was changed.`)
  }
  throw new Refusal('The settings or the keys were changed meanwhile. Nothing else was; try again.')
}

async function followSwap({ copy, local }: SiteParts, { live, rows }: Move): Promise<void> {
  await local.swap({ rows })
  await rememberDocuments(copy, rows)
  await followPointer(copy, live.pointer, live.signed)
  if (live.signed) await rememberLive(copy, live.next)
}

/**
 * Origins load a new composition before it goes live, since any of them may get requests for its scripts. An undo does
 * not wait.
 */
async function moveEverywhere(parts: SiteParts, newcomer: number, move: () => Promise<void>): Promise<void> {
  const { copy, store } = parts
  const isNew = await addComposition(parts, newcomer)
  await store.swap({ prepared: newcomer })
  try {
    await waitForOrigins(store, newcomer)
    await move()
  } catch (error) {
    await store.swap({ prepared: null }).catch(() => {})
    if (isNew) await forget().catch(() => {})
    throw error
  }

  async function forget(): Promise<void> {
    await store.drop([`composition/${newcomer}`])
    await store.drop([], await findNamed(copy, store))
  }
}

const LOOK_MS = 100
const WAIT_MS = 60_000

async function waitForOrigins(store: SiteStore, number: number): Promise<void> {
  for (const deadline = Date.now() + WAIT_MS; ; await wait(LOOK_MS)) {
    const living = ((await store.poll()).origins ?? [])
      .filter(({ lastSeenSeconds }) => lastSeenSeconds < ORIGIN_SILENT_S)
      .map(({ name, available, attempted, error, isOwnError, outOfService }) => ({
        name,
        isHolding: available.includes(number),
        error: attempted === number ? error : undefined,
        isOwnError: outOfService !== undefined || (attempted === number && error !== undefined && isOwnError),
      }))
    const isHeld = living.some(({ isHolding }) => isHolding)
    const missing = living.filter(({ isHolding, isOwnError }) => !isHolding && !(isOwnError && isHeld))
    if (missing.length === 0) return
    const failing = missing.filter(({ error }) => error)
    const isOpen = missing.some(({ error }) => !error) && failing.every(({ isOwnError }) => isOwnError)
    if (isOpen && Date.now() < deadline) continue
    const reasons = (failing.length > 0 ? failing : missing).map(
      ({ name, error }) => `${name}: ${error ?? `not after ${WAIT_MS / 1_000} s`}`,
    )
    throw new Refusal(
      `Composition ${number} cannot be held everywhere, so nothing was changed:\n  ${reasons.join('\n  ')}`,
    )
  }
}

/** `seen`: exceeded by all revisions that are signed. */
export type SignOptions = { isVouching: boolean; seen: Seen }

/**
 * Signs what is kept with another key.
 * @param isVouching also what lacks a trusted signature
 * @returns the names
 */
export async function signAll(parts: SiteParts, signer: Signer, { isVouching, seen }: SignOptions): Promise<string[]> {
  const { copy, local, store } = parts
  const kinds = store === local ? ['composition'] : ['composition', 'release', 'pin', 'document']
  const names = (await Promise.all(kinds.map((kind) => store.read(kind)))).flat().map(({ name }) => name)
  const rows = (await Promise.all(names.map((name) => store.read(name)))).flat()
  const { live } = await store.poll()
  const { problem, signedRevision } = await readLive(parts)
  if (problem && !isVouching) throw new Refusal(problem)
  for (const row of isVouching ? [] : rows) await checkRow(copy, row)
  // In a folder nothing else protects the pages until they are signed.
  for (const { content, name } of store === local ? rows : []) {
    await verifyBlobs(store, await shownBlobsOf((digest) => readOneBlob(store, digest), parseOutline(content, name)))
  }
  const next = rows.map((row) => ({ ...row, revision: Math.max(row.revision, (seen.documents?.[row.name] ?? 0) + 1) }))
  for (const [index, row] of next.entries())
    await store.swap({ rows: [signRow(signer, row)], unchanged: { [row.name]: rows[index]?.revision ?? 0 } })
  const signed = rows.map(({ name }) => describeRow(name))
  if (store === local || !live.pointer) return signed
  const { revision: from, pointer } = live
  const revision = Math.max(from, signedRevision, seen.live ?? 0) + 1
  const swap = { live: { from, next: revision, pointer, signed: signLive(signer, revision, pointer) }, rows: [] }
  await trySwap(store, swap, pointer)
  await followSwap(parts, swap)
  return [...signed, 'what is live']
}

function describeRow(name: string): string {
  const [kind, own] = splitName(name)
  return { composition: `composition ${own}`, pin: `the pin of ${own}`, release: own, document: own }[kind]
}
