import { BEST_QUALITY, compress, compressBrotli, PAGE_QUALITY } from '@platform/base/durable/compress'
import { sha256 } from '@platform/base/durable/digest'
import { type NamedFile, nameFile } from '../composition/blob-files'
import type { KnownDocument } from '../composition/known-documents'

export type FinishedDocument = Omit<KnownDocument, 'facts'>

export type Finished = { document: FinishedDocument; blobs: NamedFile[] }

/**
 * Brotli sizes near the first flight: 14,600 bytes with headers (RFC 6928), the listing 16,060.
 * The best quality saves up to 5 % and can win a round trip.
 */
const NEAR_FIRST_FLIGHT = { from: 13_000, to: 15_500 }

/** @param known kept documents of the same quality, by digest */
export async function finishDocument(
  content: Buffer,
  { address, known }: { address: string; known: ReadonlyMap<string, FinishedDocument> },
  quality: number,
): Promise<Finished> {
  const same = known.get(sha256(content))
  if (same) return { document: { ...same, address }, blobs: [] }
  const { brotli, gzip } = await compress(content, quality)
  const { from, to } = NEAR_FIRST_FLIGHT
  const isNear = quality === PAGE_QUALITY && brotli.length > from && brotli.length < to
  const best = isNear ? await compressBrotli(content, BEST_QUALITY) : brotli
  return describe(address, content, nameFile(best), nameFile(gzip))
}

/** Compresses without gzip, which the origin makes on request. */
export async function finishUnzipped(content: Buffer, address: string, quality: number): Promise<Finished> {
  return describe(address, content, nameFile(await compressBrotli(content, quality)))
}

function describe(address: string, content: Buffer, br: NamedFile, gzip?: NamedFile): Finished {
  const copies = { br: br.digest, ...(gzip && { gzip: gzip.digest }) }
  const document = { address, sha256: sha256(content), bytes: content.length, ...copies }
  return { document, blobs: gzip ? [br, gzip] : [br] }
}

export function addText(html: string, added: string): string {
  return added ? html.replace('</body>', () => `${added}</body>`) : html
}

export function takeText(html: string, added: string): string {
  return added ? html.replace(`${added}</body>`, () => '</body>') : html
}
