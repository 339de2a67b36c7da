import { createHash } from 'node:crypto'
import { type BigIntStats, closeSync, fstatSync, open, openSync, readFile as readOpen, readSync } from 'node:fs'
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as giveWay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sha256 } from '@platform/base/durable/digest'
import { publishFile, writeDurably } from '@platform/base/durable/durable'
import { inTemporaryFolder, type TemporaryFolder } from '@platform/base/durable/temporary'
import { Refusal } from '@platform/base/errors/refusal'
import type { NamedFile } from './json-file'
import { type KeptDocument, unpackDocuments } from './pack'

// Numbers, and no `FileHandle`, which Node closes with a warning when nobody refers to it any more.
const openFile = promisify(open)
const readAll = promisify(readOpen)

/** Where the packs of a site stand, each under its digest. */
export type PackFolder = { pack: (digest: string) => string }

/**
 * Keeps packs that are not here yet, or not whole: each appears by one rename, under the digest of its content. What is here already
 * is as new from now on.
 * @returns digests of those that were not here, or not whole
 */
export async function writePacks(
  folders: TemporaryFolder & PackFolder,
  packs: readonly NamedFile[],
): Promise<string[]> {
  const written: string[] = []
  for (const { digest, content } of packs) {
    const file = folders.pack(digest)
    if (await isWhole(file, digest)) await keepPack(folders, digest)
    else {
      await inTemporaryFolder(folders, 'pack', async (temporary) => {
        const unfinished = path.join(temporary, digest)
        await writeDurably(unfinished, content)
        await publishFile(unfinished, file)
      })
      written.push(digest)
    }
  }
  return written
}

/** A pack that is here is about to be named anew: nobody deletes it meanwhile. */
export async function keepPack(folders: PackFolder, digest: string): Promise<void> {
  const now = new Date()
  await utimes(folders.pack(digest), now, now)
}

/** So much of a pack is in memory at a time while it is looked at. */
const LOOK_BYTES = 256 * 1024

/**
 * Looks at packs, in half the time that it takes to read them into memory: whoever goes back waits for it. Others have their
 * turn after each of them.
 * @throws Refusal naming the first file that is missing or is not what was composed
 */
export async function verifyPacks(folders: PackFolder, digests: Iterable<string>): Promise<void> {
  const buffer = Buffer.allocUnsafe(LOOK_BYTES)
  for (const digest of digests) {
    const file = folders.pack(digest)
    if (digestOfFile(file, buffer) !== digest) throw changed(file)
    await giveWay()
  }
}

/** @throws Refusal when it cannot be read */
function digestOfFile(file: string, buffer: Buffer): string {
  try {
    const descriptor = openSync(file, 'r')
    try {
      const hash = createHash('sha256')
      for (let length = -1; length !== 0; ) {
        length = readSync(descriptor, buffer, 0, buffer.length, null)
        hash.update(buffer.subarray(0, length))
      }
      return hash.digest('hex')
    } finally {
      closeSync(descriptor)
    }
  } catch (cause) {
    throw unreadable(file, cause)
  }
}

/** @throws Refusal naming the file that is missing or is not what was composed */
export async function readPack(folders: PackFolder, digest: string): Promise<Buffer> {
  const file = folders.pack(digest)
  const content = await readFile(file).catch((cause) => {
    throw unreadable(file, cause)
  })
  if (sha256(content) !== digest) throw changed(file)
  return content
}

export type OpenedPack = {
  descriptor: number
  content: Buffer
  /** Another one as soon as somebody touches the file, or another takes its place. */
  mark: string
}

/**
 * A pack that was looked at as a whole, and stays open: its documents are read one by one, also when nobody keeps it any more.
 * Whoever has it closes it.
 * @throws Refusal as {@link readPack}
 */
export async function openPack(folders: PackFolder, digest: string): Promise<OpenedPack> {
  const file = folders.pack(digest)
  const descriptor = await openFile(file, 'r').catch((cause) => {
    throw unreadable(file, cause)
  })
  try {
    const mark = markOf(fstatSync(descriptor, { bigint: true }))
    const content = await readAll(descriptor).catch((cause) => {
      throw unreadable(file, cause)
    })
    if (sha256(content) !== digest) throw changed(file)
    return { descriptor, content, mark }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

/** The mark of what stands under a pack's name now; `undefined` where nothing does. */
export async function readMark(folders: PackFolder, digest: string): Promise<string | undefined> {
  return stat(folders.pack(digest), { bigint: true }).then(markOf, () => undefined)
}

function markOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [ino, size, mtimeNs, ctimeNs].join(' ')
}

function unreadable(file: string, cause: unknown): Refusal {
  return new Refusal(`${file} is part of the composition, but cannot be read`, { cause })
}

function changed(file: string): Refusal {
  return new Refusal(`${file} is not what was composed`)
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
