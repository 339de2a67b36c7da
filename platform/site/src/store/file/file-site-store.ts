import { sha256 } from '@platform/base/durable/digest'
import { removeWhole } from '@platform/base/durable/temporary'
import { Refusal } from '@platform/base/errors/refusal'
import { dropBlobs } from '@platform/compose/composition/blob-files'
import { readComposition } from '@platform/compose/composition/composition'
import { listCompositions } from '@platform/compose/composition/composition-folder'
import { readOutline } from '@platform/compose/composition/composition-outline'
import { namedBlobs } from '@platform/compose/composition/verify-documents'
import { nextNumberAfter } from '../../model/next-number'
import { nextPointer, type Pointer } from '../../model/pointer'
import type { SiteCopy } from '../site-copy'
import type { LiveState, PruneChoice, Pruned, SiteStore } from '../site-store'
import { auditFile } from './audit-file'
import {
  parseIfThere,
  readDocumentFile,
  readDocumentFiles,
  refuseOtherDocuments,
  serialiseDocuments,
  writeDocumentFiles,
} from './document-files'
import { healthFile } from './health-file'
import { writePin } from './pin-files'
import { writePointer } from './pointer-file'
import { signFolder } from './sign-folder'
import { withPointerLease, withSiteLease } from './site-leases'
import { verifyFiles } from './verify-files'

/** A site in one folder: what stands there is what is decided. */
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

/** No unfinished work takes an hour: a blob that nobody names by then will not be named. */
const YOUNG_MS = 60 * 60 * 1_000

/** Deletes what is chosen from this folder. */
export async function pruneCopy(copy: SiteCopy, choice: PruneChoice): Promise<Pruned> {
  const compositions = await withPointerLease(copy, async () => {
    // Under this lease no rollback can choose what is being deleted.
    const chosen = choice.compositions(await copy.readPointer(), await listCompositions(copy))
    for (const number of chosen) await removeWhole(copy, copy.composition(number))
    return chosen
  })
  await dropUnnamed(copy, YOUNG_MS)
  const releases = await choice.releases()
  for (const it of releases) await removeWhole(copy, copy.release(it.package, it.version))
  return { compositions, releases: releases.map((it) => `${it.package}@${it.version}`) }
}

/** Where something that is kept cannot be read, nobody knows what it names: all of it stays then. */
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
