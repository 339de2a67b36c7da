import zlib from 'node:zlib'
import { sha256 } from '@platform/base/durable/digest'

export type NamedFile = { digest: string; content: Buffer }

/** Brotli quality: most content is digests, which do not compress better. */
const QUALITY = 4

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

/** @param content already checked against its digest */
export function unpackJson(content: Buffer): unknown {
  return JSON.parse(zlib.brotliDecompressSync(content).toString())
}
