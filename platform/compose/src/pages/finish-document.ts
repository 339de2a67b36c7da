import { compress, compressBrotli } from '@platform/base/durable/compress'
import { sha256 } from '@platform/base/durable/digest'
import { type NamedFile, nameFile } from '../composition/json-file'
import type { KnownDocument } from '../composition/known-documents'

export type FinishedDocument = Omit<KnownDocument, 'facts'>

/** A document as it is kept and sent, and its copies that are not kept yet. */
export type Finished = { document: FinishedDocument; blobs: NamedFile[] }

/**
 * Compresses a document, unless its copies are kept.
 * @param known kept documents of the same quality, by their digests
 */
export async function finishDocument(
  content: Buffer,
  { address, known }: { address: string; known: ReadonlyMap<string, FinishedDocument> },
  quality: number,
): Promise<Finished> {
  const same = known.get(sha256(content))
  if (same) return { document: { ...same, address }, blobs: [] }
  const { brotli, gzip } = await compress(content, quality)
  return describe(address, content, nameFile(brotli), nameFile(gzip))
}

/** Without gzip: the origin makes it for the few that ask. */
export async function finishUnzipped(content: Buffer, address: string, quality: number): Promise<Finished> {
  return describe(address, content, nameFile(await compressBrotli(content, quality)))
}

function describe(address: string, content: Buffer, br: NamedFile, gzip?: NamedFile): Finished {
  const copies = { br: br.digest, ...(gzip && { gzip: gzip.digest }) }
  const document = { address, sha256: sha256(content), bytes: content.length, ...copies }
  return { document, blobs: gzip ? [br, gzip] : [br] }
}
