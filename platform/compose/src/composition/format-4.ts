/**
 * Format 4 kept a package's documents together in packs, which readers unpack. Delete this file when no site keeps such
 * a composition.
 */

import { sha256 } from '@platform/base/durable/digest'
import type { TemporaryFolder } from '@platform/base/durable/temporary'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type BlobFolder, readBlob, unpackJson, writeBlobs } from './blob-files'
import type { ComposedDocument } from './stored-headers'

const LENGTH_BYTES = 4
const length = Type.Integer({ minimum: 0 })
/** Head of a pack: its documents and the lengths of their copies, which follow in this order. */
const checker = Compile(Type.Array(Type.Object({ sha256: Type.String(), bytes: length, br: length, gzip: length })))

export type Copies = ReadonlyMap<string, Pick<ComposedDocument, 'bytes' | 'br' | 'gzip'>>

export async function unpackPacks(folders: TemporaryFolder & BlobFolder, packs: readonly string[]): Promise<Copies> {
  const copies = new Map<string, Pick<ComposedDocument, 'bytes' | 'br' | 'gzip'>>()
  for (const pack of packs) {
    const content = await readBlob(folders, pack)
    let at = LENGTH_BYTES + content.readUInt32BE()
    const documents = unpackJson(content.subarray(LENGTH_BYTES, at))
    if (!checker.Check(documents)) throw new Error('It is no pack of documents')
    const blobs: { digest: string; content: Buffer }[] = []
    const take = (bytes: number) => {
      const copy = content.subarray(at, at + bytes)
      at += bytes
      const digest = sha256(copy)
      if (bytes > 0) blobs.push({ digest, content: copy })
      return digest
    }
    for (const { sha256: digest, bytes, br, gzip } of documents) {
      const own = { bytes, br: take(br), ...(gzip > 0 && { gzip: take(gzip) }) }
      copies.set(digest, own)
    }
    await writeBlobs(folders, blobs)
  }
  return copies
}

export function withCopies(value: unknown, copies: Copies): unknown {
  return JSON.parse(JSON.stringify(value), (_key, it: unknown) => {
    const own = copies.get(Object(it).sha256)
    return own ? { ...Object(it), ...own } : it
  })
}
