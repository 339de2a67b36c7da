/** Whether an archive of the database holds what an operator signed: before it comes into a copy, and for the doctor. */

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { unpackFolder } from '@platform/base/archive/folder-archive'
import { sha256 } from '@platform/base/durable/digest'
import { replaceFile } from '@platform/base/durable/durable'
import { messageOf, Refusal } from '@platform/base/errors/refusal'
import {
  COMPOSITION_FILE,
  COMPOSITION_SIGNATURE_FILE,
  readComposition,
} from '@platform/compose/composition/composition'
import { verifyDocuments } from '@platform/compose/composition/read-document'
import { verifyEncodedFiles } from '@platform/release/verify/encode-files'
import { verifyRelease } from '@platform/release/verify/verify-release'
import type { SiteCopy } from '../site-copy'
import {
  type Archive,
  type KeptComposition,
  type KeptRelease,
  readCompositionArchive,
  readManifest,
  readReleaseArchive,
} from './archives'
import type { StoreDatabase } from './connect-store'

/** @throws Refusal when the archive is damaged */
export async function unpackArchive({ archive, name }: Archive, folder: string): Promise<void> {
  await unpackFolder(archive, folder).catch((cause: unknown) => {
    // The system's errors are of this machine; any other is of the archive.
    if (Object(cause).syscall !== undefined) throw cause
    throw new Refusal(`The archive of ${name} cannot be unpacked: ${messageOf(cause)}`, { cause })
  })
}

/** @throws Refusal naming what is not as it was published */
export async function checkReleaseFolder(release: KeptRelease, folder: string): Promise<void> {
  const { package: name, version, digest } = release
  const verified = await verifyRelease(folder)
  if (verified.digest !== digest) throw new Refusal(`The archive of ${name}@${version} available another release`)
  await verifyEncodedFiles(folder, verified.release)
}

/** @throws Refusal when it is another composition than the row says, or not signed */
export async function checkCompositionFolder(
  copy: SiteCopy,
  composition: KeptComposition,
  folder: string,
): Promise<void> {
  if (sha256(await readFile(path.join(folder, COMPOSITION_FILE))) !== composition.digest) {
    throw new Refusal(`The archive of composition ${composition.number} available another composition`)
  }
  await keepSignature(copy, composition, folder)
}

/** The row has it, not the archive: an operator with another key signs again what is kept. */
export async function keepSignature(
  copy: SiteCopy,
  { number, signature }: KeptComposition,
  folder: string,
): Promise<void> {
  const file = path.join(folder, COMPOSITION_SIGNATURE_FILE)
  const json = await readFile(path.join(folder, COMPOSITION_FILE), 'utf8')
  await copy.checkComposition(number, json, signature ?? undefined)
  const known = await readFile(file, 'utf8').catch(() => undefined)
  if (known?.trim() !== signature) await replaceFile(file, `${signature}\n`)
}

/** Looks at every file of a kept release. @param folder an empty one */
export async function inspectRelease(database: StoreDatabase, release: KeptRelease, folder: string): Promise<void> {
  await unpackArchive(await readReleaseArchive(database, release.package, release.version), folder)
  await checkReleaseFolder(release, folder)
}

/** Looks at every file of a kept composition. @param folder an empty one */
export async function inspectComposition(
  database: StoreDatabase,
  copy: SiteCopy,
  composition: KeptComposition,
  folder: string,
): Promise<void> {
  await readManifest(database, copy, composition.number)
  await unpackArchive(await readCompositionArchive(database, composition.number), folder)
  await checkCompositionFolder(copy, composition, folder)
  const inFolder = { ...copy, composition: () => folder }
  await verifyDocuments(inFolder, await readComposition(inFolder, composition.number))
}
