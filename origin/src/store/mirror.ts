import { readFile, rm, utimes } from 'node:fs/promises'
import path from 'node:path'
import { unpackFolder } from '../archive/folder-archive'
import { COMPOSITION_FILE, readComposition } from '../composition/composition'
import { sha256 } from '../files/digest'
import { publishFolder, syncFiles } from '../files/durable'
import { createSiteFolders, type SiteFolders } from '../files/site-folders'
import { createTemporaryFolder, removeWhole } from '../files/temporary'
import { messageOf, Refusal } from '../refusal'
import { verifyEncodedFiles } from '../registry/encode-files'
import { RELEASE_FILE } from '../registry/release-file'
import { verifyRelease } from '../registry/verify-release'
import {
  type KeptComposition,
  type KeptRelease,
  listKeptCompositions,
  listKeptReleases,
  readCompositionArchive,
  readReleaseArchive,
} from './archives'
import type { StoreDatabase } from './connect-store'

/** `holds`: compositions these folders have whole; `faults`: what is wrong with the others, by release or composition. */
export type Mirrored = { holds: number[]; faults: string[] }

/**
 * Brings these folders up to what the database keeps. Each release and composition is checked and unpacked in a temporary folder
 * and appears by one rename; what is damaged is left out and named, and what was here stays.
 */
export async function mirrorStore(database: StoreDatabase, folders: SiteFolders): Promise<Mirrored> {
  await createSiteFolders(folders)
  const faults: string[] = []
  const attempt = async (work: Promise<void>) => work.catch((error: unknown) => faults.push(messageOf(error)))
  // One after the other: the memory holds one archive at a time.
  for (const release of await listKeptReleases(database)) await attempt(bringRelease(database, folders, release))
  const holds: number[] = []
  for (const composition of await listKeptCompositions(database)) {
    await attempt(
      bringComposition(database, folders, composition).then(() => {
        holds.push(composition.number)
      }),
    )
  }
  return { holds, faults }
}

async function bringRelease(
  database: StoreDatabase,
  folders: SiteFolders,
  { package: name, version, digest, publishedAt }: KeptRelease,
): Promise<void> {
  const target = folders.release(name, version)
  if ((await digestOf(path.join(target, RELEASE_FILE))) !== digest) {
    const { archive } = await readReleaseArchive(database, name, version)
    await unpackTo(folders, target, archive, async (temporary) => {
      const verified = await verifyRelease(temporary)
      if (verified.digest !== digest) throw new Refusal(`The archive of ${name}@${version} holds another release`)
      await verifyEncodedFiles(temporary, verified.release)
    })
  }
  // `latest` is the release published last, on whatever machine.
  await utimes(path.join(target, RELEASE_FILE), publishedAt, publishedAt)
}

async function bringComposition(
  database: StoreDatabase,
  folders: SiteFolders,
  { number, digest }: KeptComposition,
): Promise<void> {
  const target = folders.composition(number)
  if ((await digestOf(path.join(target, COMPOSITION_FILE))) !== digest) {
    const { archive } = await readCompositionArchive(database, number)
    await unpackTo(folders, target, archive, async (temporary) => {
      if ((await digestOf(path.join(temporary, COMPOSITION_FILE))) === digest) return
      throw new Refusal(`The archive of composition ${number} holds another composition`)
    })
  }
  const { releases } = await readComposition(folders, number)
  for (const [name, it] of Object.entries(releases)) {
    const found = await digestOf(path.join(folders.release(name, it.version), RELEASE_FILE))
    if (found !== it.digest) throw new Refusal(`Composition ${number} needs ${name}@${it.version}, which is not whole`)
  }
}

async function unpackTo(
  folders: SiteFolders,
  target: string,
  archive: Buffer,
  check: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = await createTemporaryFolder(folders, 'unpack')
  try {
    await unpackFolder(archive, temporary)
    await check(temporary)
    await syncFiles(temporary)
    // What stands there is not what the database keeps.
    await removeWhole(folders, target)
    await publishFolder(temporary, target)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

async function digestOf(file: string): Promise<string | undefined> {
  return readFile(file).then(sha256, () => undefined)
}
