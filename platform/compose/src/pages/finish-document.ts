import {
  BEST_QUALITY,
  compress,
  compressBrotli,
  FIRST_FLIGHT,
  OTHER_TUNINGS,
  PAGE_QUALITY,
  type Tuning,
} from '@platform/base/durable/compress'
import { sha256 } from '@platform/base/durable/digest'
import type { KnownDocument } from '../composition/known-documents'
import type { KeptDocument } from '../composition/pack'
import type { Headers } from '../headers/security-headers'

/** Status line and the headers that are added when a page is sent, in bytes. */
export const OTHER_HEADERS = 330

type Finishing = {
  address: string
  headers: Headers
  /** Documents that were finished in the same way, by their digests. */
  known?: ReadonlyMap<string, KeptDocument> | undefined
}

/** A document as it is kept and sent. What was finished before in the same way is taken as it is. */
export async function finishDocument(
  content: Buffer,
  { address, headers, known }: Finishing,
  quality: number,
): Promise<KeptDocument> {
  const digest = sha256(content)
  const same = known?.get(digest)
  const isSame = same && isSmallEnough({ brBytes: same.br.length, isSmallest: same.isSmallest }, headers, quality)
  const { br, gzip, isSmallest } = isSame ? same : await compressPage(content, headers, quality)
  return { address, sha256: digest, bytes: content.length, br, gzip, isSmallest }
}

/** As {@link finishDocument}, for what few ask for: whoever takes nothing but gzip has it made when it is asked for. */
export async function finishUnzipped(content: Buffer, address: string, quality: number): Promise<KeptDocument> {
  const br = await compressBrotli(content, quality)
  return { address, sha256: sha256(content), bytes: content.length, br, gzip: Buffer.alloc(0), isSmallest: false }
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
/** And another tuning none by more: all of them take as long as six documents at the best quality. */
const MOST_GAINED_BY_TUNING = 1.01

function isOneFlight(brBytes: number, headers: Headers, flight = FIRST_FLIGHT): boolean {
  return brBytes + lengthOf(headers) + OTHER_HEADERS <= flight
}

/** Documents share their headers. */
const lengths = new WeakMap<Headers, number>()

function lengthOf(headers: Headers): number {
  const length = lengths.get(headers) ?? JSON.stringify(headers).length
  lengths.set(headers, length)
  return length
}

type Compressed = Pick<KeptDocument, 'br' | 'gzip' | 'isSmallest'>

/** As well as it takes: the best Brotli only where it makes a page fit into the first flight. */
async function compressPage(content: Buffer, headers: Headers, quality: number): Promise<Compressed> {
  const compressed = { ...(await compressAt(content, quality)), isSmallest: false }
  if (quality !== PAGE_QUALITY || isOneFlight(compressed.br.length, headers)) return compressed
  if (!isOneFlight(compressed.br.length, headers, FIRST_FLIGHT * MOST_GAINED))
    return { ...compressed, isSmallest: true }
  const best = { ...(await compressAt(content, BEST_QUALITY)), isSmallest: false }
  if (isOneFlight(best.br.length, headers)) return best
  return isOneFlight(best.br.length, headers, FIRST_FLIGHT * MOST_GAINED_BY_TUNING)
    ? tryTunings(content, headers, best)
    : { ...best, isSmallest: true }
}

/** The first that fits, else the smallest. */
async function tryTunings(content: Buffer, headers: Headers, best: Compressed): Promise<Compressed> {
  let smallest = best
  for (const tuning of OTHER_TUNINGS) {
    const tried = { ...(await compressAt(content, BEST_QUALITY, tuning)), isSmallest: false }
    if (isOneFlight(tried.br.length, headers)) return tried
    if (tried.br.length < smallest.br.length) smallest = tried
  }
  return { ...smallest, isSmallest: true }
}

async function compressAt(content: Buffer, quality: number, tuning?: Tuning) {
  const { brotli: br, gzip } = await compress(content, quality, tuning)
  return { br, gzip }
}
