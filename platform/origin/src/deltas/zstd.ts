import zlib from 'node:zlib'
import {
  compressUsingDict,
  createCCtx,
  createDCtx,
  decompressUsingDict,
  freeCCtx,
  freeDCtx,
  init,
} from '@bokuweb/zstd-wasm'

/** Zstandard with a raw dictionary (RFC 8878, 5). */
export type Zstd = {
  compress: (content: Uint8Array, dictionary: Uint8Array) => Uint8Array
  decompress: (frame: Uint8Array, dictionary: Uint8Array) => Uint8Array
}

/** Five times slower than level 9, with deltas of half the size. */
const LEVEL = 19

/** Prefers Node's own (detected by feature; 22.19, 24.6 and later take dictionaries) to WebAssembly. */
export async function openZstd(): Promise<Zstd> {
  return openNative() ?? (await openWasm())
}

type Pack = (content: Uint8Array, options: { dictionary: Uint8Array; params?: Record<number, number> }) => Uint8Array

export function openNative(): Zstd | undefined {
  const native: { zstdCompressSync?: Pack; zstdDecompressSync?: Pack; constants: Record<string, number> } = zlib
  const { zstdCompressSync, zstdDecompressSync, constants } = native
  const level = constants.ZSTD_c_compressionLevel
  if (!zstdCompressSync || !zstdDecompressSync || level === undefined) return undefined
  const params = { [level]: LEVEL }
  const zstd: Zstd = {
    compress: (content, dictionary) => zstdCompressSync(content, { dictionary, params }),
    decompress: (frame, dictionary) => zstdDecompressSync(frame, { dictionary }),
  }
  return takesDictionary(zstd) ? zstd : undefined
}

function takesDictionary({ compress, decompress }: Zstd): boolean {
  const bytes = Uint8Array.from({ length: 256 }, (_, place) => (place * 167 + 13) % 256)
  try {
    const frame = compress(bytes, bytes)
    return frame.length < bytes.length / 2 && Buffer.from(decompress(frame, bytes)).equals(bytes)
  } catch {
    return false
  }
}

let initialised: Promise<void> | undefined

export async function openWasm(): Promise<Zstd> {
  initialised ??= init()
  await initialised
  return {
    compress: (content, dictionary) =>
      using(createCCtx, freeCCtx, (context) => compressUsingDict(context, content, dictionary, LEVEL)),
    decompress: (frame, dictionary) =>
      using(createDCtx, freeDCtx, (context) => decompressUsingDict(context, frame, dictionary)),
  }
}

function using<T>(create: () => number, free: (context: number) => void, work: (context: number) => T): T {
  const context = create()
  try {
    return work(context)
  } finally {
    free(context)
  }
}
