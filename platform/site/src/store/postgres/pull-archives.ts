import { mkdir, readFile, rename, utimes } from 'node:fs/promises'
import path from 'node:path'
import { sha256 } from '@platform/base/durable/digest'
import { exists, publishFolder, replaceFile, writeDurably } from '@platform/base/durable/durable'
import { inTemporaryFolder, removeWhole } from '@platform/base/durable/temporary'
import { Refusal } from '@platform/base/errors/refusal'
import {
  COMPOSITION_SIGNATURE_FILE,
  readCompositionJson,
  writeCompositionJson,
} from '@platform/compose/composition/composition-folder'
import { readOutline } from '@platform/compose/composition/composition-outline'
import { isWhole, keepPack, writePacks } from '@platform/compose/composition/pack-files'
import { knownFilesOf, shownFilesOf } from '@platform/compose/composition/read-document'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import { checkSigned } from '../../signatures/signatures'
import type { SiteCopy } from '../site-copy'
import { type Archive, type KeptComposition, type KeptRelease, readManifest, readReleaseArchive } from './archives'
import { checkReleaseFolder, unpackArchive } from './check-archives'
import type { StoreDatabase } from './connect-store'
import { readPackRow } from './pack-rows'
import { releaseStatement } from './signed-rows'

/** Where things are pulled from and to. */
export type Mirror = {
  /** Every file of what is here is looked at, and what an accident changed is pulled again. */
  isThorough?: boolean | undefined
  database: StoreDatabase
  copy: SiteCopy
  pullOnce: (release: KeptRelease) => Promise<void>
  /** Digests of the packs that were looked at. */
  packs: Set<string>
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
  for (const digest of shownFilesOf(outline)) await pullPack(mirror, digest)
  // Whoever composes here makes again what is not here; nobody who is shown a page waits for it.
  for (const digest of knownFilesOf(outline)) await pullPack(mirror, digest).catch(() => {})
  if (isSame) return keepSignature(copy, kept, target)
  await inTemporaryFolder(copy, 'unpack', async (temporary) => {
    await writeCompositionJson(temporary, json)
    await writeDurably(path.join(temporary, COMPOSITION_SIGNATURE_FILE), `${signature}\n`)
    // What stands there is not what the database keeps.
    await removeWhole(copy, target)
    await publishFolder(temporary, target)
  })
}

async function pullPack({ database, copy, isThorough, packs }: Mirror, digest: string): Promise<void> {
  if (packs.has(digest)) return
  const isHere = isThorough ? isWhole(copy.pack(digest), digest) : exists(copy.pack(digest))
  if (await isHere) await keepPack(copy, digest)
  else await writePacks(copy, [{ digest, content: await readPackRow(database, digest) }])
  packs.add(digest)
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
