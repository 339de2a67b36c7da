import zlib from 'node:zlib'
import { sha256 } from '@platform/base/durable/digest'

/** A file that is known by the digest of its bytes. */
export type NamedFile = { digest: string; content: Buffer }

/** Brotli's: most of such a file are digests, of which a better quality makes no less. */
const QUALITY = 4

/** The same value gives the same file. */
export function packJson(value: unknown): NamedFile {
  return nameFile(compressText(JSON.stringify(value)))
}

export function nameFile(content: Buffer): NamedFile {
  return { digest: sha256(content), content }
}

export function compressText(text: string): Buffer {
  const { BROTLI_PARAM_QUALITY } = zlib.constants
  return zlib.brotliCompressSync(text, { params: { [BROTLI_PARAM_QUALITY]: QUALITY } })
}

/** @param content known by its digest: nothing else may be unpacked */
export function unpackJson(content: Buffer): unknown {
  return JSON.parse(zlib.brotliDecompressSync(content).toString())
}
