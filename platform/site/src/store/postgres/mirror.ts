import { mkdir, readFile, rename, rm, utimes } from 'node:fs/promises'
import path from 'node:path'
import { unpackFolder } from '@platform/base/archive/folder-archive'
import { sha256 } from '@platform/base/durable/digest'
import { createTemporaryFolder, removeWhole } from '@platform/base/durable/temporary'
import { messageOf, Refusal } from '@platform/base/errors/refusal'
import { COMPOSITION_FILE, readComposition } from '@platform/compose/composition/composition'
import { verifyDocuments } from '@platform/compose/composition/read-document'
import { RELEASE_FILE } from '@platform/release/manifest/release-file'
import { verifyEncodedFiles } from '@platform/release/verify/encode-files'
import { verifyRelease } from '@platform/release/verify/verify-release'
import { createSiteFolders, type SiteFolders } from '../file/site-layout'
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
/** `isThorough`: every file of what is here is looked at, and what an accident changed is brought again. */
export type MirrorOptions = { isThorough?: boolean }

/**
 * Brings these folders up to what the database keeps. Each release and composition is checked and unpacked in a temporary folder
 * and appears by one rename; what is damaged there is left out and named, and what was here stays.
 */
export async function mirrorStore(
  database: StoreDatabase,
  folders: SiteFolders,
  options: MirrorOptions = {},
): Promise<Mirrored> {
  await createSiteFolders(folders)
  const mirror = { database, folders, ...options }
  const faults: string[] = []
  const attempt = async (work: Promise<void>) => work.catch((error: unknown) => faults.push(messageOf(error)))
  // One after the other: the memory holds one archive at a time.
  for (const release of await listKeptReleases(database)) await attempt(bringRelease(mirror, release))
  const holds: number[] = []
  for (const composition of await listKeptCompositions(database)) {
    await attempt(
      bringComposition(mirror, composition).then(() => {
        holds.push(composition.number)
      }),
    )
  }
  return { holds, faults }
}

/**
 * Brings one composition and the releases it is made of, and nothing else.
 * @throws Refusal naming what the database no longer has or what is damaged there
 */
export async function mirrorComposition(database: StoreDatabase, folders: SiteFolders, number: number): Promise<void> {
  await createSiteFolders(folders)
  const mirror = { database, folders }
  const found = (await listKeptCompositions(database)).find((composition) => composition.number === number)
  if (!found) throw new Refusal(`The database no longer has composition ${number}`)
  await bringFolder(mirror, found)
  const { releases } = await readComposition(folders, number)
  for (const release of await listKeptReleases(database)) {
    if (releases[release.package]?.version === release.version) await bringRelease(mirror, release)
  }
}

type Mirror = MirrorOptions & { database: StoreDatabase; folders: SiteFolders }

async function bringRelease(mirror: Mirror, release: KeptRelease): Promise<void> {
  const { database, folders, isThorough } = mirror
  const { package: name, version, digest, publishedAt } = release
  const target = folders.release(name, version)
  const check = async (folder: string) => {
    const verified = await verifyRelease(folder)
    if (verified.digest !== digest) throw new Refusal(`The archive of ${name}@${version} holds another release`)
    await verifyEncodedFiles(folder, verified.release)
  }
  const isSame = (await digestOf(path.join(target, RELEASE_FILE))) === digest
  if (!isSame || (isThorough && !(await passes(check(target))))) {
    const { archive } = await readReleaseArchive(database, name, version)
    await unpackTo(folders, target, archive, check)
  }
  // `latest` is the release published last, on whatever machine.
  await utimes(path.join(target, RELEASE_FILE), publishedAt, publishedAt)
}

async function bringComposition(mirror: Mirror, composition: KeptComposition): Promise<void> {
  await bringFolder(mirror, composition)
  const { folders } = mirror
  const { releases } = await readComposition(folders, composition.number)
  for (const [name, it] of Object.entries(releases)) {
    const found = await digestOf(path.join(folders.release(name, it.version), RELEASE_FILE))
    if (found === it.digest) continue
    throw new Refusal(`Composition ${composition.number} needs ${name}@${it.version}, which is not whole`)
  }
}

async function bringFolder(
  { database, folders, isThorough }: Mirror,
  { number, digest }: KeptComposition,
): Promise<void> {
  const target = folders.composition(number)
  const isSame = (await digestOf(path.join(target, COMPOSITION_FILE))) === digest
  if (isSame && !(isThorough && !(await passes(checkDocuments(folders, number))))) return
  const { archive } = await readCompositionArchive(database, number)
  await unpackTo(folders, target, archive, async (temporary) => {
    if ((await digestOf(path.join(temporary, COMPOSITION_FILE))) === digest) return
    throw new Refusal(`The archive of composition ${number} holds another composition`)
  })
}

async function checkDocuments(folders: SiteFolders, number: number): Promise<void> {
  await verifyDocuments(folders, await readComposition(folders, number))
}

async function passes(check: Promise<void>): Promise<boolean> {
  return check.then(
    () => true,
    () => false,
  )
}

/** Not brought to the disk at once: after a power cut the thorough look at the start of an origin brings it again. */
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
    // What stands there is not what the database keeps.
    await removeWhole(folders, target)
    await mkdir(path.dirname(target), { recursive: true })
    await rename(temporary, target)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

async function digestOf(file: string): Promise<string | undefined> {
  return readFile(file).then(sha256, () => undefined)
}
