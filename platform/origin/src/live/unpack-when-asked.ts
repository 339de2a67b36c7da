import { brotliDecompressSync } from 'node:zlib'
import { type Body, bytesOf } from '../http/representation'
import type { ServedDocument } from './open-pack'

/** Bytes of unpacked documents that stay in memory: those that were asked for last. */
const MOST_BYTES = 16 * 1024 * 1024

/** By digest, the one longest unused first. */
const unpacked = new Map<string, Buffer>()
let bytesUnpacked = 0

/**
 * A document for the few who take no compressed copy, unpacked when they ask. What is asked for again is not unpacked again:
 * that takes ten times as long as to send it, and whoever wants to keep the origin busy has only to say nothing of encodings.
 */
export function unpackWhenAsked({ br, bytes, sha256 }: Pick<ServedDocument, 'br' | 'bytes' | 'sha256'>): Body {
  return {
    length: bytes,
    read() {
      const html = unpacked.get(sha256) ?? brotliDecompressSync(bytesOf(br), { maxOutputLength: Math.max(1, bytes) })
      keep(sha256, html)
      return html
    },
  }
}

function keep(sha256: string, html: Buffer): void {
  bytesUnpacked += unpacked.delete(sha256) ? 0 : html.length
  unpacked.set(sha256, html)
  for (const [oldest, { length }] of unpacked) {
    if (bytesUnpacked <= MOST_BYTES) return
    unpacked.delete(oldest)
    bytesUnpacked -= length
  }
}
