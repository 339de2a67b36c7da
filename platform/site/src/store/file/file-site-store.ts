import path from 'node:path'
import { sha256 } from '@platform/base/durable/digest'
import { replaceFile } from '@platform/base/durable/durable'
import { removeWhole } from '@platform/base/durable/temporary'
import { Refusal } from '@platform/base/errors/refusal'
import { dropBlobs, type ReadBlob, readBlob, verifyBlobs } from '@platform/compose/composition/blob-files'
import { readComposition, shownBlobsOf } from '@platform/compose/composition/composition'
import {
  COMPOSITION_SIGNATURE_FILE,
  listCompositions,
  readCompositionJson,
} from '@platform/compose/composition/composition-folder'
import { type CompositionOutline, readOutline } from '@platform/compose/composition/composition-outline'
import { namedBlobs, verifyDocuments } from '@platform/compose/composition/verify-documents'
import { verifyKeptRelease } from '@platform/release/folder-registry/releases'
import { nextNumberAfter, nextPointer, type Pointer } from '../../model/pointer'
import { type Signer, statementOf } from '../../signatures/signatures'
import { healthFile } from '../health-store'
import type { LiveState, PruneChoice, Pruned, SignOptions, SiteCopy, SiteStore } from '../site-store'
import { auditFile } from './audit-file'
import {
  parseIfThere,
  readDocumentFile,
  readDocumentFiles,
  refuseOtherDocuments,
  serialiseDocuments,
  writeDocumentFiles,
  writePin,
  writePointer,
} from './document-files'
import { withPointerLease, withSiteLease } from './site-leases'

export function fileSiteStore(copy: SiteCopy): SiteStore {
  return {
    copy,
    audit: auditFile(copy),
    health: healthFile(copy),
    isShared: false,
    refresh: async () => [],
    now: async () => new Date(Date.now()),
    live: () => readLive(copy),
    async moveLive(from, change, { newcomer, documents } = {}) {
      const pointer = nextPointer(from.pointer, change, new Date(Date.now()), await listCompositions(copy))
      return withPointerLease(copy, async () => {
        const now = await readLive(copy)
        if (now.revision !== from.revision) throw changedMeanwhile(now.pointer, from.pointer)
        if (newcomer !== undefined || documents) refuseOtherDocuments(copy, from.documents, now.documents)
        await writeDocumentFiles(copy, serialiseDocuments(copy, documents ?? {}))
        await writePointer(copy, pointer)
        return readLive(copy)
      })
    },
    exclusive: (action, work) => withSiteLease(copy, action, work),
    readDocument: async (name) => parseIfThere(copy, name, await readDocumentFile(copy, name)),
    changeDocument: (name, change) =>
      withPointerLease(copy, async () => {
        const next = change(parseIfThere(copy, name, await readDocumentFile(copy, name)))
        await writeDocumentFiles(copy, serialiseDocuments(copy, { [name]: next }))
        return next
      }),
    compositions: () => listCompositions(copy),
    nextNumber: async () => nextNumberAfter(await listCompositions(copy), await copy.readPointer()),
    readComposition: (number) => readOutline(copy, number),
    verifyComposition: (composition, shown) => verifyFiles(copy, composition, shown),
    ensureComposition: (number) => readComposition(copy, number),
    addRelease: async () => {},
    async pinIntegrity(name, version, integrity) {
      const known = await copy.readPin(name, version)
      if (known === undefined) await writePin(copy, name, version, integrity)
      return known ?? integrity
    },
    signAll: (signer, options) => signFolder(copy, signer, options),
    prune: (choice) => pruneCopy(copy, choice),
    origins: async () => undefined,
    check: async () => [],
    follow: () => undefined,
    close: async () => {},
  }
}

/** An unnamed blob of this age is left over. */
const YOUNG_MS = 60 * 60 * 1_000

export async function pruneCopy(copy: SiteCopy, choice: PruneChoice): Promise<Pruned> {
  const compositions = await withPointerLease(copy, async () => {
    // This lease keeps a rollback from choosing a composition under deletion.
    const chosen = choice.compositions(await copy.readPointer(), await listCompositions(copy))
    for (const number of chosen) await removeWhole(copy, copy.composition(number))
    return chosen
  })
  await dropUnnamed(copy, YOUNG_MS)
  const releases = await choice.releases()
  for (const it of releases) await removeWhole(copy, copy.release(it.package, it.version))
  return { compositions, releases: releases.map((it) => `${it.package}@${it.version}`) }
}

/** Keeps everything when a composition is unreadable. */
export async function dropUnnamed(copy: SiteCopy, youngMs: number): Promise<void> {
  const named = await namedBlobs(copy).catch(() => undefined)
  if (named) await dropBlobs(copy, named, youngMs)
}

async function readLive(copy: SiteCopy): Promise<LiveState> {
  const pointer = await copy.readPointer()
  const contents = Object.entries(await readDocumentFiles(copy))
  return {
    revision: pointer ? sha256(JSON.stringify(pointer)) : 'none',
    pointer,
    documents: Object.fromEntries(contents.map(([name, content]) => [name, sha256(content)])),
  }
}

function changedMeanwhile(now: Pointer | undefined, before: Pointer | undefined): Refusal {
  return new Refusal(
    now?.live === before?.live
      ? 'The canary, a preview or the hold was changed meanwhile. Look at "site status" and try again.'
      : `Composition ${now?.live} became live meanwhile. Look at "site status" and try again.`,
  )
}

async function signFolder(copy: SiteCopy, signer: Signer, { isVouching }: SignOptions): Promise<string[]> {
  const numbers = await listCompositions(copy)
  const reader = isVouching ? { ...copy, checkComposition: async () => {} } : copy
  for (const number of numbers) await verifyDocuments(copy, await readOutline(reader, number))
  for (const number of numbers) {
    const json = await readCompositionJson(copy.composition(number))
    const signature = signer.sign(statementOf('composition', String(number), json))
    await replaceFile(path.join(copy.composition(number), COMPOSITION_SIGNATURE_FILE), `${signature}\n`)
  }
  return numbers.map((number) => `composition ${number}`)
}

export async function verifyFiles(
  copy: SiteCopy,
  composition: CompositionOutline,
  shown?: CompositionOutline,
): Promise<void> {
  const parts = await partsOf((digest) => readBlob(copy, digest), composition, shown)
  const releases = Object.entries(parts.releases).map(([name, { version, digest }]) =>
    verifyKeptRelease(copy, name, version, digest),
  )
  await Promise.all([verifyBlobs(copy, parts.blobs), ...releases])
}

/** Must be whole before visitors get a composition. */
type ComposedParts = Pick<CompositionOutline, 'number' | 'releases'> & { blobs: readonly string[] }

export async function partsOf(
  read: ReadBlob,
  composition: CompositionOutline,
  shown?: CompositionOutline,
): Promise<ComposedParts> {
  const { packages, releases, number } = composition
  const sharedLists = new Set(Object.values(shown?.packages ?? {}).map(({ list }) => list))
  const ownPackages = Object.entries(packages).filter(([, { list }]) => !sharedLists.has(list))
  const own = { ...composition, packages: Object.fromEntries(ownPackages) }
  const shared = new Set(shown && (await shownBlobsOf(read, shown).catch(() => [])))
  const ownReleases = Object.entries(releases).filter(([name, { digest }]) => shown?.releases[name]?.digest !== digest)
  return {
    number,
    releases: Object.fromEntries(ownReleases),
    blobs: (await shownBlobsOf(read, own)).filter((digest) => !shared.has(digest)),
  }
}
