/** Whether an archive of the database holds what an operator signed: before it comes into a copy, and for the doctor. */

import { unpackFolder } from '@platform/base/archive/folder-archive'
import { messageOf, Refusal } from '@platform/base/errors/refusal'
import { verifyEncodedFiles } from '@platform/release/verify/encode-files'
import { verifyRelease } from '@platform/release/verify/verify-release'
import { type Archive, type KeptRelease, readReleaseArchive } from './archives'
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

/** Looks at every file of a kept release. @param folder an empty one */
export async function inspectRelease(database: StoreDatabase, release: KeptRelease, folder: string): Promise<void> {
  await unpackArchive(await readReleaseArchive(database, release.package, release.version), folder)
  await checkReleaseFolder(release, folder)
}
