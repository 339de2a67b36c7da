import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { sha256 } from '@platform/base/durable/digest'
import { publishFile, writeDurably } from '@platform/base/durable/durable'
import { inTemporaryFolder, type TemporaryFolder } from '@platform/base/durable/temporary'
import { Refusal } from '@platform/base/errors/refusal'
import { type KeptDocument, type Pack, unpackDocuments } from './pack'

/** Where the packs of a site stand, each under its digest. */
export type PackFolder = { pack: (digest: string) => string }

/**
 * Keeps packs that are not here yet, or not whole: each appears by one rename, under the digest of its content. What is here already
 * is as new from now on.
 */
export async function writePacks(folders: TemporaryFolder & PackFolder, packs: readonly Pack[]): Promise<void> {
  for (const { digest, content } of packs) {
    const file = folders.pack(digest)
    if (await isWhole(file, digest)) await keepPack(folders, digest)
    else {
      await inTemporaryFolder(folders, 'pack', async (temporary) => {
        const unfinished = path.join(temporary, digest)
        await writeDurably(unfinished, content)
        await publishFile(unfinished, file)
      })
    }
  }
}

/** A pack that is here is about to be named anew: nobody deletes it meanwhile. */
export async function keepPack(folders: PackFolder, digest: string): Promise<void> {
  const now = new Date()
  await utimes(folders.pack(digest), now, now)
}

/** @throws Refusal naming the file that is missing or is not what was composed */
export async function readPack(folders: PackFolder, digest: string): Promise<Buffer> {
  const file = folders.pack(digest)
  const content = await readFile(file).catch((cause) => {
    throw new Refusal(`${file} is part of the composition, but cannot be read`, { cause })
  })
  if (sha256(content) !== digest) throw new Refusal(`${file} is not what was composed`)
  return content
}

/** @throws Refusal as {@link readPack} */
export async function readDocuments(folders: PackFolder, digests: readonly string[]): Promise<KeptDocument[]> {
  const documents: KeptDocument[] = []
  for (const digest of digests) documents.push(...unpackDocuments(await readPack(folders, digest)))
  return documents
}

/**
 * Deletes packs that no composition names and nobody is about to name.
 * @param youngMs how long one that is here, or was named anew, is kept in any case
 */
export async function dropPacks(
  { packs }: { packs: string },
  named: ReadonlySet<string>,
  youngMs: number,
): Promise<void> {
  for (const digest of await readdir(packs).catch(() => [])) {
    const file = path.join(packs, digest)
    const found = named.has(digest) ? undefined : await stat(file)
    if (found && Date.now() - found.mtimeMs > youngMs) await rm(file)
  }
}

/** Whether a pack is here with the content that its name says. */
export async function isWhole(file: string, digest: string): Promise<boolean> {
  return readFile(file).then(
    (content) => sha256(content) === digest,
    () => false,
  )
}
