import { Refusal, succeeds } from '@platform/base/errors/refusal'
import { shownBlobsOf } from '@platform/compose/composition/composition'
import type { CompositionOutline } from '@platform/compose/composition/composition-outline'
import { verifyKeptRelease } from '@platform/release/folder-registry/releases'
import type { SiteParts } from '../store/file/file-copy'
import type { SiteStore } from '../store/site-store'
import { parseFacts } from './signed-rows'

export async function readOneBlob(store: SiteStore, digest: string): Promise<Buffer> {
  for await (const [blob] of store.getBlobs([digest])) if (blob) return blob.content
  throw new Refusal(`The store no longer has the blob ${digest}`)
}

export async function verifyBlobs(store: SiteStore, digests: readonly string[]): Promise<void> {
  for (const damage of (await store.findDamage(digests, true)).values()) throw new Refusal(damage)
}

/** Verifies where the parts are kept, so that no bytes travel. @param shown is live; shared parts are not checked */
export async function verifyParts(
  { copy, local, store }: SiteParts,
  composition: CompositionOutline,
  shown?: CompositionOutline,
): Promise<void> {
  const read = (digest: string) => readOneBlob(store, digest)
  const isShared = (name: string) => shown?.packages[name]?.list === composition.packages[name]?.list
  const unshared = (of: CompositionOutline) => ({
    ...of,
    packages: Object.fromEntries(Object.entries(of.packages).filter(([name]) => !isShared(name))),
  })
  const known = new Set(shown && (await shownBlobsOf(read, unshared(shown)).catch(() => [])))
  const blobs = await shownBlobsOf(read, unshared(composition))
  await verifyBlobs(
    store,
    blobs.filter((digest) => !known.has(digest)),
  )
  for (const [name, { version, digest }] of Object.entries(composition.releases)) {
    if (shown?.releases[name]?.digest === digest) continue
    if (store === local) await verifyKeptRelease(copy, name, version, digest)
    else await verifyArchive(store, `${name}@${version}`, digest)
  }
}

async function verifyArchive(store: SiteStore, release: string, digest: string): Promise<void> {
  const [row] = await store.read(`release/${release}`)
  if (!row) throw new Refusal(`The database no longer has ${release}`)
  const isWhole = parseFacts(row).digest === digest && (await succeeds(verifyBlobs(store, [row.archive ?? ''])))
  if (!isWhole) throw archiveChanged(release)
}

export function archiveChanged(release: string): Refusal {
  return new Refusal(`The archive of ${release} in the database does not match its digest: it was changed`)
}
