import { mkdir, readFile, rename, utimes } from 'node:fs/promises'
import path from 'node:path'
import { sha256 } from '@platform/base/durable/digest'
import { publishFolder, replaceFile, writeDurably } from '@platform/base/durable/durable'
import { inTemporaryFolder, removeWhole } from '@platform/base/durable/temporary'
import { Refusal } from '@platform/base/errors/refusal'
import { isWhole, readBlob, writeBlobs } from '@platform/compose/composition/blob-files'
import { knownBlobsOf, listsOf, shownBlobsOf } from '@platform/compose/composition/composition'
import {
  COMPOSITION_SIGNATURE_FILE,
  readCompositionJson,
  writeCompositionJson,
} from '@platform/compose/composition/composition-folder'
import { readOutline } from '@platform/compose/composition/composition-outline'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import { checkSigned } from '../../signatures/signatures'
import type { SiteCopy } from '../site-copy'
import { type Archive, type KeptComposition, type KeptRelease, readManifest, readReleaseArchive } from './archives'
import { readBlobRows } from './blob-rows'
import { checkReleaseFolder, unpackArchive } from './check-archives'
import type { StoreDatabase } from './connect-store'
import { releaseStatement } from './signed-rows'

/** Where things are pulled from and to. */
export type Mirror = {
  /** Every file of what is here is looked at, and what an accident changed is pulled again. */
  isThorough?: boolean | undefined
  database: StoreDatabase
  copy: SiteCopy
  pullOnce: (release: KeptRelease) => Promise<void>
  /** Digests of the blobs that are here, and of those that were looked at. */
  here: Set<string>
  looked: Set<string>
}

export async function pullRelease(mirror: Mirror, release: KeptRelease): Promise<void> {
  const { database, copy, isThorough } = mirror
  const { package: name, version, digest, publishedAt } = release
  await checkSigned(copy.signatures, releaseStatement(release), release.signature)
  const target = copy.release(name, version)
  const check = (folder: string) => checkReleaseFolder(release, folder)
  const isSame = (await digestOf(path.join(target, RELEASE_FILE))) === digest
  if (!isSame || (isThorough && !(await passes(check(target))))) {
    await unpackTo(copy, target, await readReleaseArchive(database, name, version), check)
  }
  // `latest` is the release published last, on whatever machine.
  await utimes(path.join(target, RELEASE_FILE), publishedAt, publishedAt)
}

/** With the releases it is made of. */
export async function pullComposition(
  mirror: Mirror,
  composition: KeptComposition,
  kept: readonly KeptRelease[],
): Promise<void> {
  await pullDocuments(mirror, composition)
  const { copy, pullOnce } = mirror
  const { releases } = await readOutline(copy, composition.number)
  for (const [name, { version, digest }] of Object.entries(releases)) {
    const release = kept.find((it) => it.package === name && it.version === version)
    const failure =
      release &&
      (await pullOnce(release).then(
        () => undefined,
        (error: unknown) => ({ error }),
      ))
    // What is here already is known by its digest, whatever became of its row.
    if ((await digestOf(path.join(copy.release(name, version), RELEASE_FILE))) === digest) continue
    if (failure) throw failure.error
    throw new Refusal(`Composition ${composition.number} needs ${name}@${version}, which is not whole`)
  }
}

/** Of its files those that are not here, and then what names them. */
async function pullDocuments(mirror: Mirror, kept: KeptComposition): Promise<void> {
  const { database, copy, isThorough } = mirror
  const target = copy.composition(kept.number)
  const here = await readCompositionJson(target).catch(() => undefined)
  const isSame = here !== undefined && sha256(here) === kept.digest
  if (isSame && !isThorough) return keepSignature(copy, kept, target)
  const { json, signature, outline } = await readManifest(database, copy, kept.number)
  await pullBlobs(mirror, listsOf(outline))
  await pullBlobs(mirror, await shownBlobsOf((digest) => readBlob(copy, digest), outline))
  // Whoever composes here makes again what is not here; nobody who is shown a page waits for it.
  for (const digest of knownBlobsOf(outline)) await pullBlobs(mirror, [digest]).catch(() => {})
  if (isSame) return keepSignature(copy, kept, target)
  await inTemporaryFolder(copy, 'unpack', async (temporary) => {
    await writeCompositionJson(temporary, json)
    await writeDurably(path.join(temporary, COMPOSITION_SIGNATURE_FILE), `${signature}\n`)
    // What stands there is not what the database keeps.
    await removeWhole(copy, target)
    await publishFolder(temporary, target)
  })
}

async function pullBlobs(
  { database, copy, isThorough, here, looked }: Mirror,
  digests: readonly string[],
): Promise<void> {
  const missing: string[] = []
  for (const digest of digests) {
    if (looked.has(digest)) continue
    if (!here.has(digest) || (isThorough && !(await isWhole(copy, digest)))) missing.push(digest)
    else looked.add(digest)
  }
  for await (const blobs of readBlobRows(database, missing)) {
    await writeBlobs(copy, blobs)
    for (const { digest } of blobs) looked.add(digest)
  }
}

/** An operator with another key signs again what is kept. */
async function keepSignature(copy: SiteCopy, { number, signature }: KeptComposition, folder: string): Promise<void> {
  const file = path.join(folder, COMPOSITION_SIGNATURE_FILE)
  const json = await readCompositionJson(folder)
  await copy.checkComposition(number, json, signature ?? undefined)
  const known = await readFile(file, 'utf8').catch(() => undefined)
  if (known?.trim() !== signature) await replaceFile(file, `${signature}\n`)
}

async function passes(check: Promise<void>): Promise<boolean> {
  return check.then(
    () => true,
    () => false,
  )
}

/** Not synced to the disk at once: after a power cut the thorough look at the start of an origin pulls it again. */
async function unpackTo(
  copy: SiteCopy,
  target: string,
  archive: Archive,
  check: (temporary: string) => Promise<void>,
): Promise<void> {
  await inTemporaryFolder(copy, 'unpack', async (temporary) => {
    await unpackArchive(archive, temporary)
    await check(temporary)
    // What stands there is not what the database keeps.
    await removeWhole(copy, target)
    await mkdir(path.dirname(target), { recursive: true })
    await rename(temporary, target)
  })
}

async function digestOf(file: string): Promise<string | undefined> {
  return readFile(file).then(sha256, () => undefined)
}
