import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as giveWay } from 'node:timers/promises'
import { sha256 } from '@platform/base/durable/digest'
import { syncFolder, writeDurably } from '@platform/base/durable/durable'
import { inTemporaryFolder, type TemporaryFolder } from '@platform/base/durable/temporary'
import { Refusal } from '@platform/base/errors/refusal'
import type { NamedFile } from './json-file'

/** Where the blobs of a site stand, each under the digest of its content. */
export type BlobFolder = { blob: (digest: string) => string }

/** Reads a blob and compares it with its digest. */
export type ReadBlob = (digest: string) => Promise<Buffer>

/** So many files are written, and brought to the disk, at the same time. */
const AT_ONCE = 32

/**
 * Writes the blobs that are not here yet, or not whole; they are on the disk when this returns.
 * @returns digests of those that were written
 */
export async function writeBlobs(
  folders: TemporaryFolder & BlobFolder,
  blobs: readonly NamedFile[],
): Promise<string[]> {
  const wanted = [...new Map(blobs.map((blob) => [blob.digest, blob])).values()]
  const missing: NamedFile[] = []
  for (const blob of wanted) if (!(await isWhole(folders, blob.digest))) missing.push(blob)
  if (missing.length === 0) return []
  await inTemporaryFolder(folders, 'blobs', async (temporary) => {
    for (let start = 0; start < missing.length; start += AT_ONCE) {
      const some = missing.slice(start, start + AT_ONCE)
      await Promise.all(some.map(({ digest, content }) => writeDurably(path.join(temporary, digest), content)))
    }
    const parents = new Set(missing.map(({ digest }) => path.dirname(folders.blob(digest))))
    for (const parent of parents) await mkdir(parent, { recursive: true })
    for (const { digest } of missing) await rename(path.join(temporary, digest), folders.blob(digest))
    for (const parent of [...parents, ...new Set([...parents].map(path.dirname))]) await syncFolder(parent)
  })
  return missing.map(({ digest }) => digest)
}

/** @throws Refusal naming the file that is missing or is not what was composed */
export async function readBlob(folders: BlobFolder, digest: string): Promise<Buffer> {
  const file = folders.blob(digest)
  const content = await readFile(file).catch((cause) => {
    throw unreadable(file, cause)
  })
  if (sha256(content) !== digest) throw changed(file)
  return content
}

/**
 * The same in memory of its own, without a turn of the event loop: that takes longer than the kernel to hand out a page.
 * @throws Refusal as {@link readBlob}
 */
export function readBlobNow(folders: BlobFolder, digest: string): Buffer {
  const file = folders.blob(digest)
  let content: Buffer
  try {
    content = readExactly(file)
  } catch (cause) {
    throw unreadable(file, cause)
  }
  if (sha256(content) !== digest) throw changed(file)
  return content
}

/** `readFile` keeps a part of a shared slab, which would keep all of the slab in memory. */
function readExactly(file: string): Buffer {
  const descriptor = openSync(file, 'r')
  try {
    const content = Buffer.allocUnsafeSlow(fstatSync(descriptor).size)
    const length = readSync(descriptor, content, 0, content.length, 0)
    return length === content.length ? content : readFileSync(file)
  } finally {
    closeSync(descriptor)
  }
}

/** After so many files others have their turn. */
const IN_A_TURN = 64

/**
 * Compares blobs with their digests.
 * @throws Refusal naming the first file that is missing or is not what was composed
 */
export async function verifyBlobs(folders: BlobFolder, digests: Iterable<string>): Promise<void> {
  let looked = 0
  for (const digest of digests) {
    readBlobNow(folders, digest)
    looked += 1
    if (looked % IN_A_TURN === 0) await giveWay()
  }
}

/** Whether a blob is here with the content that its name says. */
export async function isWhole(folders: BlobFolder, digest: string): Promise<boolean> {
  return readBlob(folders, digest).then(
    () => true,
    () => false,
  )
}

function unreadable(file: string, cause: unknown): Refusal {
  return new Refusal(`${file} is part of the composition, but cannot be read`, { cause })
}

function changed(file: string): Refusal {
  return new Refusal(`${file} is not what was composed`)
}

/** Digests of the blobs in a folder. */
export async function listBlobs({ blobs }: { blobs: string }): Promise<Set<string>> {
  const parents = await readdir(blobs).catch(() => [])
  const names = await Promise.all(parents.map((parent) => readdir(path.join(blobs, parent)).catch(() => [])))
  return new Set(names.flat())
}

/**
 * Deletes blobs that no composition names.
 * @param youngMs how long one that somebody may be about to name is kept in any case
 */
export async function dropBlobs(
  folders: BlobFolder & { blobs: string },
  named: ReadonlySet<string>,
  youngMs: number,
): Promise<void> {
  for (const digest of await listBlobs(folders)) {
    if (named.has(digest)) continue
    const file = folders.blob(digest)
    const found = await stat(file).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > youngMs) await rm(file, { force: true })
  }
}
