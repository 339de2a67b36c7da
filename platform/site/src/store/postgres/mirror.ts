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
import { createSiteFolders } from '../../model/site-layout'
import type { SiteCopy } from '../site-copy'
import {
  type KeptComposition,
  type KeptRelease,
  listKeptCompositions,
  listKeptReleases,
  readCompositionArchive,
  readReleaseArchive,
} from './archives'
import type { StoreDatabase } from './connect-store'

/** `available`: compositions this copy has whole; `errors`: what is wrong with the others, by release or composition. */
export type Mirrored = { available: number[]; errors: string[] }
/** `isThorough`: every file of what is here is looked at, and what an accident changed is pulled again. */
export type MirrorOptions = { isThorough?: boolean }

/**
 * Pulls into this copy what the database keeps. Each release and composition is checked and unpacked in a temporary folder
 * and appears by one rename; what is damaged there is left out and named, and what was here stays.
 */
export async function mirrorStore(
  database: StoreDatabase,
  copy: SiteCopy,
  options: MirrorOptions = {},
): Promise<Mirrored> {
  await createSiteFolders(copy)
  const mirror = { database, copy, ...options }
  const errors: string[] = []
  const tryPull = async (work: Promise<void>) => work.catch((error: unknown) => errors.push(messageOf(error)))
  // One after the other: the memory available one archive at a time.
  for (const release of await listKeptReleases(database)) await tryPull(pullRelease(mirror, release))
  const available: number[] = []
  for (const composition of await listKeptCompositions(database)) {
    await tryPull(
      pullComposition(mirror, composition).then(() => {
        available.push(composition.number)
      }),
    )
  }
  return { available, errors }
}

/**
 * Pulls one composition and the releases it is made of, and nothing else.
 * @throws Refusal naming what the database no longer has or what is damaged there
 */
export async function mirrorComposition(database: StoreDatabase, copy: SiteCopy, number: number): Promise<void> {
  await createSiteFolders(copy)
  const mirror = { database, copy }
  const found = (await listKeptCompositions(database)).find((composition) => composition.number === number)
  if (!found) throw new Refusal(`The database no longer has composition ${number}`)
  await pullFolder(mirror, found)
  const { releases } = await readComposition(copy, number)
  for (const release of await listKeptReleases(database)) {
    if (releases[release.package]?.version === release.version) await pullRelease(mirror, release)
  }
}

type Mirror = MirrorOptions & { database: StoreDatabase; copy: SiteCopy }

async function pullRelease(mirror: Mirror, release: KeptRelease): Promise<void> {
  const { database, copy, isThorough } = mirror
  const { package: name, version, digest, publishedAt } = release
  const target = copy.release(name, version)
  const check = async (folder: string) => {
    const verified = await verifyRelease(folder)
    if (verified.digest !== digest) throw new Refusal(`The archive of ${name}@${version} available another release`)
    await verifyEncodedFiles(folder, verified.release)
  }
  const isSame = (await digestOf(path.join(target, RELEASE_FILE))) === digest
  if (!isSame || (isThorough && !(await passes(check(target))))) {
    const { archive } = await readReleaseArchive(database, name, version)
    await unpackTo(copy, target, archive, check)
  }
  // `latest` is the release published last, on whatever machine.
  await utimes(path.join(target, RELEASE_FILE), publishedAt, publishedAt)
}

async function pullComposition(mirror: Mirror, composition: KeptComposition): Promise<void> {
  await pullFolder(mirror, composition)
  const { copy } = mirror
  const { releases } = await readComposition(copy, composition.number)
  for (const [name, it] of Object.entries(releases)) {
    const found = await digestOf(path.join(copy.release(name, it.version), RELEASE_FILE))
    if (found === it.digest) continue
    throw new Refusal(`Composition ${composition.number} needs ${name}@${it.version}, which is not whole`)
  }
}

async function pullFolder({ database, copy, isThorough }: Mirror, { number, digest }: KeptComposition): Promise<void> {
  const target = copy.composition(number)
  const isSame = (await digestOf(path.join(target, COMPOSITION_FILE))) === digest
  if (isSame && !(isThorough && !(await passes(checkDocuments(copy, number))))) return
  const { archive } = await readCompositionArchive(database, number)
  await unpackTo(copy, target, archive, async (temporary) => {
    if ((await digestOf(path.join(temporary, COMPOSITION_FILE))) === digest) return
    throw new Refusal(`The archive of composition ${number} available another composition`)
  })
}

async function checkDocuments(copy: SiteCopy, number: number): Promise<void> {
  await verifyDocuments(copy, await readComposition(copy, number))
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
  archive: Buffer,
  check: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = await createTemporaryFolder(copy, 'unpack')
  try {
    await unpackFolder(archive, temporary)
    await check(temporary)
    // What stands there is not what the database keeps.
    await removeWhole(copy, target)
    await mkdir(path.dirname(target), { recursive: true })
    await rename(temporary, target)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

async function digestOf(file: string): Promise<string | undefined> {
  return readFile(file).then(sha256, () => undefined)
}
