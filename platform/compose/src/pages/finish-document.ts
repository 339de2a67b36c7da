import { BEST_QUALITY, compress, compressBrotli, FIRST_FLIGHT, PAGE_QUALITY } from '@platform/base/durable/compress'
import { sha256 } from '@platform/base/durable/digest'
import { type NamedFile, nameFile } from '../composition/json-file'
import type { KnownDocument } from '../composition/known-documents'
import type { Headers } from '../headers/security-headers'

/** Status line and the headers that are added when a page is sent, in bytes. */
export const OTHER_HEADERS = 330

export type FinishedDocument = Omit<KnownDocument, 'facts'>

/** A document as it is kept and sent, and the copies of it that are not kept yet. */
export type Finished = { document: FinishedDocument; blobs: NamedFile[] }

type Finishing = {
  address: string
  headers: Headers
  /** Kept documents that were finished in the same way, by their digests. */
  known?: ReadonlyMap<string, FinishedDocument> | undefined
}

/** Compresses a document; the copies of one that was finished before in the same way stay as they are. */
export async function finishDocument(
  content: Buffer,
  { address, headers, known }: Finishing,
  quality: number,
): Promise<Finished> {
  const same = known?.get(sha256(content))
  if (same && isSmallEnough(same, headers, quality)) return { document: { ...same, address }, blobs: [] }
  const { brotli, gzip, isSmallest } = await compressPage(content, headers, quality)
  return describe(address, content, { br: nameFile(brotli), gzip: nameFile(gzip), isSmallest })
}

/** As {@link finishDocument}, for what few ask for: the origin makes its copy in gzip when somebody asks for it. */
export async function finishUnzipped(content: Buffer, address: string, quality: number): Promise<Finished> {
  return describe(address, content, { br: nameFile(await compressBrotli(content, quality)), isSmallest: false })
}

type Copies = { br: NamedFile; gzip?: NamedFile; isSmallest: boolean }

function describe(address: string, content: Buffer, { br, gzip, isSmallest }: Copies): Finished {
  const copies = { br: br.digest, ...(gzip && { gzip: gzip.digest }), brBytes: br.content.length, isSmallest }
  const document = { address, sha256: sha256(content), bytes: content.length, ...copies }
  return { document, blobs: gzip ? [br, gzip] : [br] }
}

/** Whether a document that was finished before can stay as it is: its policy may have grown with another package's. */
export function isSmallEnough(
  { brBytes, isSmallest }: Pick<KnownDocument, 'brBytes' | 'isSmallest'>,
  headers: Headers,
  quality: number,
): boolean {
  return quality !== PAGE_QUALITY || isSmallest || isOneFlight(brBytes, headers)
}

/** The best Brotli makes no document smaller by more. */
const MOST_GAINED = 1.05

function isOneFlight(brBytes: number, headers: Headers, flight = FIRST_FLIGHT): boolean {
  return brBytes + lengthOf(headers) + OTHER_HEADERS <= flight
}

const lengths = new WeakMap<Headers, number>()

function lengthOf(headers: Headers): number {
  const length = lengths.get(headers) ?? JSON.stringify(headers).length
  lengths.set(headers, length)
  return length
}

/** As well as it takes: the best Brotli only where it makes a page fit into the first flight. */
async function compressPage(content: Buffer, headers: Headers, quality: number) {
  const compressed = await compress(content, quality)
  const bytes = compressed.brotli.length
  if (quality !== PAGE_QUALITY || isOneFlight(bytes, headers)) return { ...compressed, isSmallest: false }
  if (!isOneFlight(bytes, headers, FIRST_FLIGHT * MOST_GAINED)) return { ...compressed, isSmallest: true }
  const best = await compress(content, BEST_QUALITY)
  return { ...best, isSmallest: !isOneFlight(best.brotli.length, headers) }
}
