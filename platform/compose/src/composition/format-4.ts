/**
 * Compositions of format 4 kept the documents of a package together in packs. They are shown, and gone back to, as they were
 * signed: their documents are taken out of the packs when they are read. Goes when nobody keeps such a composition any more.
 */

import { sha256 } from '@platform/base/durable/digest'
import type { TemporaryFolder } from '@platform/base/durable/temporary'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type BlobFolder, readBlob, writeBlobs } from './blob-files'
import { unpackJson } from './json-file'
import type { ComposedDocument } from './stored-headers'

const LENGTH_BYTES = 4
const length = Type.Integer({ minimum: 0 })
/** What stands at the beginning of a pack: its documents, and how long their copies are, which follow one another. */
const checker = Compile(Type.Array(Type.Object({ sha256: Type.String(), bytes: length, br: length, gzip: length })))

/** Where the copies of documents are, by the digests of the documents. */
export type Copies = ReadonlyMap<string, Pick<ComposedDocument, 'bytes' | 'br' | 'gzip'>>

/** Takes the documents out of packs. @throws Refusal naming the pack that is missing or is not what was composed */
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

/** What was read of such a composition, with what its documents say of their copies in this format. */
export function withCopies(value: unknown, copies: Copies): unknown {
  return JSON.parse(JSON.stringify(value), (_key, it: unknown) => {
    const own = copies.get(Object(it).sha256)
    return own ? { ...Object(it), ...own } : it
  })
}
