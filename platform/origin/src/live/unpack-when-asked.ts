import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { type Body, bytesOf } from '../http/representation'
import type { ServedDocument } from './open-pack'

/** Bytes of documents unpacked or in gzip that stay in memory: those that were asked for last. */
const MOST_BYTES = 16 * 1024 * 1024

/** By digest and encoding, the one longest unused first. */
const made = new Map<string, Buffer>()
let bytesMade = 0

type Packed = Pick<ServedDocument, 'br' | 'bytes' | 'sha256'>

/**
 * A document for the few who take no compressed copy, unpacked when they ask. What is asked for again is not unpacked again:
 * that takes ten times as long as to send it, and whoever wants to keep the origin busy has only to say nothing of encodings.
 */
export function unpackWhenAsked({ br, bytes, sha256 }: Packed): Body {
  const unpack = () => brotliDecompressSync(bytesOf(br), { maxOutputLength: Math.max(1, bytes) })
  return { length: bytes, read: () => makeOnce(sha256, unpack) }
}

/** The same in gzip, for what is kept without. How long it is only making it can say. */
export function zipWhenAsked(document: Packed): Body {
  const read = () => makeOnce(`${document.sha256} gzip`, () => gzipSync(bytesOf(unpackWhenAsked(document))))
  return {
    get length() {
      return read().length
    },
    read,
  }
}

function makeOnce(key: string, make: () => Buffer): Buffer {
  const bytes = made.get(key) ?? make()
  bytesMade += made.delete(key) ? 0 : bytes.length
  made.set(key, bytes)
  for (const [oldest, { length }] of made) {
    if (bytesMade <= MOST_BYTES) break
    made.delete(oldest)
    bytesMade -= length
  }
  return bytes
}
