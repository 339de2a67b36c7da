import { BEST_QUALITY, compress, FIRST_FLIGHT, OTHER_DISTANCES, PAGE_QUALITY } from '@platform/base/durable/compress'
import { sha256 } from '@platform/base/durable/digest'
import type { KeptDocument } from '../composition/pack'
import type { PageFacts } from '../facts/page-facts'
import type { Headers } from '../headers/security-headers'
import type { Finish } from './kept-pages'
import { contentOf, type PageSource } from './page-source'

/** Status line and the headers that are added when a page is sent, in bytes. */
const OTHER_HEADERS = 230

type Finishing = { address: string; headers: Headers; facts?: PageFacts | undefined }

/** A document as it is kept and sent. What was finished before in the same way is taken as it is. */
export async function finishDocument(
  source: PageSource,
  { address, headers, facts }: Finishing,
  finish: Finish,
): Promise<KeptDocument> {
  if (isFinished(source, headers, finish)) return source.kept
  const content = Buffer.from(await contentOf(source, finish.added))
  const { brotli, gzip, isSmallest } = await compressPage(content, headers, finish.quality)
  return {
    address,
    sha256: sha256(content),
    bytes: content.length,
    br: brotli,
    gzip,
    isSmallest,
    ...(facts && { facts }),
  }
}

function isFinished(
  source: PageSource,
  headers: Headers,
  { quality, added }: Finish,
): source is Extract<PageSource, { kept: KeptDocument }> {
  if (!('kept' in source) || source.finish.quality !== quality || source.finish.added !== added) return false
  // Its policy may have grown with another package's.
  return quality !== PAGE_QUALITY || source.kept.isSmallest || isOneFlight(source.kept.br, headers)
}

/** Nothing that is tried makes a document smaller by more. */
const MOST_GAINED = 1.05

function isOneFlight(brotli: Buffer, headers: Headers, flight = FIRST_FLIGHT): boolean {
  return brotli.length + JSON.stringify(headers).length + OTHER_HEADERS <= flight
}

/** As well as it takes: the best Brotli only where it makes a page fit into the first flight. */
async function compressPage(content: Buffer, headers: Headers, quality: number) {
  const compressed = { ...(await compress(content, quality)), isSmallest: false }
  if (quality !== PAGE_QUALITY || isOneFlight(compressed.brotli, headers)) return compressed
  if (!isOneFlight(compressed.brotli, headers, FIRST_FLIGHT * MOST_GAINED)) return { ...compressed, isSmallest: true }
  const best = { ...(await compress(content, BEST_QUALITY)), isSmallest: false }
  if (isOneFlight(best.brotli, headers)) return best
  const all = await Promise.all(OTHER_DISTANCES.map((distances) => compress(content, BEST_QUALITY, distances)))
  const smallest = [best, ...all].reduce((least, it) => (it.brotli.length < least.brotli.length ? it : least))
  return { ...smallest, isSmallest: true }
}
