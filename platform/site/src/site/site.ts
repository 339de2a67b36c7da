import { Refusal } from '@platform/base/errors/refusal'
import type { Lease } from '@platform/base/lease/lease'
import { readComposition } from '@platform/compose/composition/composition'
import { listCompositions } from '@platform/compose/composition/composition-folder'
import type { CompositionOutline } from '@platform/compose/composition/composition-outline'
import { openAuditLog } from '../audit/audit-log'
import type { HealthStore } from '../model/health-figures'
import { nextNumberAfter, type PointerChange } from '../model/pointer'
import { createSiteFolders } from '../model/site-layout'
import { checkStore } from '../sharing/check-store'
import { type FollowListener, followStore } from '../sharing/follow-store'
import { pullAll, pullDocuments, pullOne } from '../sharing/pull'
import { addRelease, findNamed, restoreMissing } from '../sharing/share'
import { findRowProblem, readManifest, rememberDocuments, rememberLive, signRow } from '../sharing/signed-rows'
import { verifyParts } from '../sharing/verify-parts'
import { requireSigner, type Signer } from '../signatures/signatures'
import { type DocumentName, parseDocument, rowNameOf, type SiteDocuments, serialiseDocuments } from '../store/documents'
import type { SiteParts } from '../store/file/file-copy'
import { followPointer } from '../store/file/pointer-file'
import { readSeen } from '../store/file/seen'
import { listNumbers, type Row } from '../store/site-store'
import { type LiveState, type MoveOptions, moveLive, readLive, type SignOptions, signAll } from './move-live'

const TRIES = 200

type Verified<Name extends DocumentName> = {
  value: SiteDocuments[Name] | undefined
  revision: number
  /** Highest revision that this machine has seen. */
  latest: number
}

/** Falls back to this machine's last copy if the row is unsigned. */
async function readVerified<Name extends DocumentName>(
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

const NUMBER = 'number/last'

export type Site = ReturnType<typeof createSite>

/** Releases, compositions, documents and the pointer of a site. Only `moveLive` changes what is live. */
export function createSite(parts: SiteParts, health: HealthStore, close = async () => {}) {
  const { copy, local, store } = parts
  const isShared = store !== local

  /**
   * Brings this machine's copy up to date.
   * @returns problems
   * @throws Error when the database is unreachable
   */
  async function refresh(scope: 'live' | 'all'): Promise<readonly string[]> {
    if (!isShared) return []
    await createSiteFolders(copy)
    const { problem, pointer, signed, signedRevision } = await readLive(parts)
    const problems = [...(problem ? [problem] : []), ...(await pullDocuments(parts))]
    if (pointer) await followPointer(copy, pointer, signed)
    await rememberLive(copy, signedRevision)
    const pulled = scope === 'all' ? (await pullAll(parts)).errors : []
    return [...problems, ...pulled.map(({ message }) => message)]
  }

  async function changeDocument<Name extends DocumentName>(
    name: Name,
    change: (now: SiteDocuments[Name] | undefined) => SiteDocuments[Name],
  ): Promise<SiteDocuments[Name]> {
    const signer = isShared ? await requireSigner(copy.signatures) : undefined
    const rowName = rowNameOf(name)
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { value, revision, latest } = await readVerified(parts, name)
      const next = change(value)
      const rows = serialiseDocuments({ [name]: next }, { [rowName]: latest })
      const signed = signer ? rows.map((row) => signRow(signer, row)) : rows
      if (!(await store.swap({ rows: signed, unchanged: { [rowName]: revision } }))) continue
      if (signer) {
        await local.swap({ rows })
        await rememberDocuments(copy, rows)
      }
      return next
    }
    throw new Refusal(`${name} changed ${TRIES} times while one change was to be made`)
  }

  /** A pin is never deleted: a version has one content for ever. @returns the first integrity */
  async function pinIntegrity(packageName: string, version: string, integrity: string): Promise<string> {
    const release = `${packageName}@${version}`
    const name = `pin/${release}`
    let [known] = await store.read(name)
    if (!known) {
      const row: Row = { name, content: integrity, revision: 1, signature: null }
      const signed = isShared ? signRow(await requireSigner(copy.signatures), row) : row
      await store.swap({ rows: [signed], unchanged: { [name]: 0 } })
      ;[known] = await store.read(name)
    }
    if (!known) throw new Error(`The pin of ${release} was deleted while it was added`)
    if (!isShared) return known.content
    const problem = await findRowProblem(copy, known)
    if (problem) throw new Refusal(`${problem}. Delete its row of site_documents, once you know who wrote it.`)
    await local.swap({ rows: [known] })
    return known.content
  }

  return {
    copy,
    audit: openAuditLog(parts),
    health,
    isShared,
    refresh,
    now: async () => (await store.poll()).now,
    async live(): Promise<LiveState> {
      const { revision, pointer, documents } = await readLive(parts)
      return { revision, pointer: pointer ?? (await copy.readPointer()), documents }
    },
    /** Compare and swap. */
    moveLive: (from: LiveState, change: PointerChange, options?: MoveOptions) => moveLive(parts, from, change, options),
    /** Runs one change at a time, in an up-to-date copy. */
    exclusive<T>(action: string, work: (lease: Pick<Lease, 'assertHeld'>) => Promise<T>): Promise<T> {
      if (!isShared) return store.lease(action, work)
      return store.lease(action, async () => {
        await refresh('all')
        await restoreMissing(parts)
        return local.lease(action, work)
      })
    },
    readDocument: async <Name extends DocumentName>(name: Name) => (await readVerified(parts, name)).value,
    /** Compare and swap of a document, without waiting for other operators. */
    changeDocument,
    /** Newest first. */
    compositions: () => listNumbers(store),
    /** Never used before. */
    async nextNumber(): Promise<number> {
      for (;;) {
        // Other machines may already have a composition that did not go live.
        const [last] = isShared ? await store.read(NUMBER) : []
        const kept = [...(await listCompositions(copy)), Number(last?.content) || 0]
        const number = nextNumberAfter(kept, await copy.readPointer())
        if (!isShared) return number
        const { revision } = last ?? { revision: 0 }
        const row = { name: NUMBER, content: String(number), revision: revision + 1, signature: null }
        if (await store.swap({ rows: [row], unchanged: { [NUMBER]: revision } })) return number
      }
    },
    /** Without pages; leaves the copy unchanged. */
    readComposition: async (number: number) => (await readManifest(store, copy, number)).outline,
    /** Verifies in place. @param shown is live; shared parts are not checked */
    verifyComposition: (composition: CompositionOutline, shown?: CompositionOutline) =>
      verifyParts(parts, composition, shown),
    async ensureComposition(number: number) {
      if (isShared) await pullOne(parts, number)
      return readComposition(copy, number)
    },
    async addRelease(name: string, version: string): Promise<void> {
      if (isShared) await addRelease(parts, name, version, { isNew: true })
    },
    pinIntegrity,
    /** Within `exclusive` only. */
    signAll: (signer: Signer, options: SignOptions) => signAll(parts, signer, options),
    /** Deletes compositions and releases within `exclusive`, and blobs that nothing names any more. */
    async drop(names: readonly string[], { isWithBlobs = false } = {}): Promise<void> {
      for (const it of new Set([local, store])) {
        await it.drop(names)
        if (isWithBlobs) await it.drop([], await findNamed(copy, it))
      }
    },
    /** `undefined` with one machine. */
    origins: async () => (await store.poll()).origins,
    check: async () => (isShared ? checkStore(parts, health) : []),
    /** `undefined` when the copy is the site. */
    follow: (listener: FollowListener) => (isShared ? followStore(parts, listener) : undefined),
    close,
  }
}
