/** Copies rows and blobs of this machine that the shared store lacks. */
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { packFolder } from '@platform/base/archive/folder-archive'
import { sha256 } from '@platform/base/durable/digest'
import { Refusal, succeeds } from '@platform/base/errors/refusal'
import { nameFile } from '@platform/compose/composition/blob-files'
import { knownBlobsOf, shownBlobsOf } from '@platform/compose/composition/composition'
import { namedBlobs } from '@platform/compose/composition/verify-documents'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import { requireSigner } from '../signatures/signatures'
import type { SiteCopy, SiteParts } from '../store/file/file-copy'
import { readSeen } from '../store/file/seen'
import { listNumbers, type SiteStore } from '../store/site-store'
import { checkRow, parseFacts, readManifest, rememberDocuments, serialiseFacts, signRow } from './signed-rows'
import { readOneBlob } from './verify-parts'

export async function copyBlobs(from: SiteStore, to: SiteStore, digests: readonly string[]): Promise<void> {
  const missing = [...(await to.findDamage(digests)).keys()]
  for await (const blobs of from.getBlobs(missing)) await to.putBlobs(blobs)
}

/** @param isNew uses the store's clock instead of the file's time */
export async function addRelease(
  { copy, store }: SiteParts,
  packageName: string,
  version: string,
  { isNew = false } = {},
): Promise<void> {
  const release = `${packageName}@${version}`
  const folder = copy.release(packageName, version)
  const file = path.join(folder, RELEASE_FILE)
  const digest = sha256(await readFile(file))
  const { mtime } = await stat(file)
  const name = `release/${release}`
  const [row] = await store.read(name)
  const known = row && parseFacts(row)
  if (known && known.digest !== digest) {
    throw new Refusal(`${release} is already published with other content. Give the new build a new version.`)
  }
  const { now } = await store.poll()
  const times = isNew ? [now] : [mtime < now ? mtime : now, known?.publishedAt ?? mtime]
  const publishedAt = new Date(Math.max(...times.map(Number)))
  const isSame = row && !isNew && Number(known?.publishedAt) === Number(publishedAt)
  if (isSame && (await succeeds(checkRow(copy, row)))) return
  const signer = await requireSigner(copy.signatures)
  const content = serialiseFacts({ digest, publishedAt })
  if (row) {
    const next = signRow(signer, { ...row, content, revision: row.revision + 1 })
    await store.swap({ rows: [next], unchanged: { [name]: row.revision } })
    return
  }
  const archive = nameFile(await packFolder(folder))
  const next = signRow(signer, { name, content, revision: 1, archive: archive.digest })
  await store.swap({ rows: [next], archive })
}

/** @returns whether the store lacked it */
export async function addComposition(parts: SiteParts, number: number): Promise<boolean> {
  const { copy, local, store } = parts
  const [known] = await store.read(`composition/${number}`)
  const { row, outline } = await readManifest(local, copy, number)
  if (known && row.content !== known.content) throw new Error(`The database has another composition ${number}`)
  if (known) return false
  for (const [name, { version }] of Object.entries(outline.releases)) await addRelease(parts, name, version)
  const shown = await shownBlobsOf((digest) => readOneBlob(local, digest), outline)
  await copyBlobs(local, store, [...shown, ...knownBlobsOf(outline)])
  await store.swap({ rows: [{ ...row, revision: 1 }] })
  return true
}

/** Restores blobs and documents that the shared store lacks. */
export async function restoreMissing({ copy, local, store }: SiteParts): Promise<void> {
  const lost = await store.findDamage([...((await findNamed(copy, store)) ?? [])])
  const damaged = await local.findDamage([...lost.keys()], true)
  const whole = [...lost.keys()].filter((digest) => !damaged.has(digest))
  await copyBlobs(local, store, whole)
  const known = new Set((await store.read('document')).map(({ name }) => name))
  const missing = (await local.read('document')).filter(({ name }) => !known.has(name))
  const signer = await copy.signatures.signer()
  if (!signer || missing.length === 0) return
  const { documents: seen = {} } = await readSeen(copy)
  const rows = missing.map((row) => signRow(signer, { ...row, revision: (seen[row.name] ?? 0) + 1 }))
  await store.swap({ rows })
  await rememberDocuments(copy, rows)
}

/** @returns `undefined` if the copy lacks a composition that may name more */
export async function findNamed(copy: SiteCopy, store: SiteStore): Promise<Set<string> | undefined> {
  const kept = await listNumbers(store)
  return namedBlobs(copy, kept).catch(() => undefined)
}
