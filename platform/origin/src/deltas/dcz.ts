import { createHash } from 'node:crypto'
import type { Zstd } from './zstd'

/** A frame of Zstandard that is to be skipped, of 32 bytes: the dictionary's SHA-256 (RFC 9842, 5). */
const START = Buffer.from('5e2a4d1820000000', 'hex')
const HEADER_BYTES = START.length + 32
/** With these bytes a dictionary begins that has tables of its own; browsers take every one as it is (RFC 8878, 5). */
const TRAINED = Buffer.from('37a430ec', 'hex')
const FRAME = Buffer.from('28b52ffd', 'hex')

/** What makes `content` of `dictionary` in a browser; `undefined` where none can be made that is right. */
export function packDelta(zstd: Zstd, dictionary: Buffer, content: Buffer): Buffer | undefined {
  if (dictionary.subarray(0, TRAINED.length).equals(TRAINED)) return undefined
  const delta = Buffer.concat([headerFor(dictionary), zstd.compress(content, dictionary)])
  return makes(zstd, delta, dictionary, content) ? delta : undefined
}

/** Whether this delta, whoever wrote it, makes exactly that of the dictionary. */
export function makes(zstd: Zstd, delta: Buffer, dictionary: Buffer, content: Buffer): boolean {
  const frame = delta.subarray(HEADER_BYTES)
  const isFor = delta.subarray(0, HEADER_BYTES).equals(headerFor(dictionary))
  // Looked at first: the memory for a frame is taken by what it says of itself.
  if (!isFor || declaredBytes(frame) !== content.length) return false
  try {
    return content.equals(zstd.decompress(frame, dictionary))
  } catch {
    return false
  }
}

function headerFor(dictionary: Buffer): Buffer {
  return Buffer.concat([START, createHash('sha256').update(dictionary).digest()])
}

/** How much a frame says that it holds (RFC 8878, 3.1.1.1); `undefined` when it says nothing, or is none. */
function declaredBytes(frame: Buffer): number | undefined {
  const descriptor = frame[FRAME.length]
  if (descriptor === undefined || !frame.subarray(0, FRAME.length).equals(FRAME)) return undefined
  const isSingle = (descriptor & 0x20) !== 0
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0
  const start = FRAME.length + 1 + (isSingle ? 0 : 1) + dictionaryBytes
  if (sizeBytes === 0 || sizeBytes === 8 || frame.length < start + sizeBytes) return undefined
  return frame.readUIntLE(start, sizeBytes) + (sizeBytes === 2 ? 256 : 0)
}
