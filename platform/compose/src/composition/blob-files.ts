import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as giveWay } from 'node:timers/promises'
import zlib from 'node:zlib'
import { sha256 } from '@platform/base/durable/digest'
import { syncFolder, writeDurably } from '@platform/base/durable/durable'
import { inTemporaryFolder, type TemporaryFolder } from '@platform/base/durable/temporary'
import { Refusal, succeeds } from '@platform/base/errors/refusal'

export type NamedFile = { digest: string; content: Buffer }

export type BlobFolder = { blob: (digest: string) => string }

export type ReadBlob = (digest: string) => Promise<Buffer>

const AT_ONCE = 32

/** Writes and flushes missing or damaged blobs. @returns digests of the written blobs */
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

export async function readBlob(folders: BlobFolder, digest: string): Promise<Buffer> {
  const file = folders.blob(digest)
  const content = await readFile(file).catch((cause) => {
    throw unreadable(file, cause)
  })
  if (sha256(content) !== digest) throw changed(file)
  return content
}

/** Reads synchronously: a turn of the event loop takes longer than the page cache. */
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

/** `readFile` may return a slice of a shared slab and keep the whole slab in memory. */
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

const IN_A_TURN = 64

export async function verifyBlobs(folders: BlobFolder, digests: Iterable<string>): Promise<void> {
  let looked = 0
  for (const digest of digests) {
    readBlobNow(folders, digest)
    looked += 1
    if (looked % IN_A_TURN === 0) await giveWay()
  }
}

export async function isWhole(folders: BlobFolder, digest: string): Promise<boolean> {
  return succeeds(readBlob(folders, digest))
}

function unreadable(file: string, cause: unknown): Refusal {
  return new Refusal(`${file} is part of the composition, but cannot be read`, { cause })
}

const changed = (file: string): Refusal => new Refusal(`${file} is not what was composed`)

export async function listBlobs({ blobs }: { blobs: string }): Promise<Set<string>> {
  const parents = await readdir(blobs).catch(() => [])
  const names = await Promise.all(parents.map((parent) => readdir(path.join(blobs, parent)).catch(() => [])))
  return new Set(names.flat())
}

/** @param youngMs keeps younger blobs, which a running activation may name */
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

/** Brotli quality of JSON: most of it is digests, which do not compress better. */
const QUALITY = 4

export const packJson = (value: unknown): NamedFile => nameFile(compressText(JSON.stringify(value)))
export const nameFile = (content: Buffer): NamedFile => ({ digest: sha256(content), content })

export function compressText(text: string): Buffer {
  const { BROTLI_PARAM_QUALITY } = zlib.constants
  return zlib.brotliCompressSync(text, { params: { [BROTLI_PARAM_QUALITY]: QUALITY } })
}

/** @param content already checked against its digest */
export function unpackJson(content: Buffer): unknown {
  return JSON.parse(zlib.brotliDecompressSync(content).toString())
}
