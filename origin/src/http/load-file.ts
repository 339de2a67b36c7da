import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { isCompressible } from '../composition/compress'
import { type Headers, INERT_POLICY } from '../composition/security-headers'
import { sha256 } from '../registry/digest'
import { encodedFile } from '../registry/encode-files'
import { readReleaseFile } from '../registry/verify-release'
import { contentTypeOf } from './content-type'
import type { ServedFile } from './index-files'
import { makeRepresentation, type Representation } from './representation'

const brotliDecompress = promisify(zlib.brotliDecompress)
const gunzip = promisify(zlib.gunzip)

/** An SVG may be opened by itself: it keeps its own styles and can do nothing. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'"

/** @throws Refusal when the file is no longer what was published. */
export async function loadFile(
  { folder, file, expected, cacheControl }: ServedFile,
  security: Headers,
): Promise<Representation> {
  const identity = await readReleaseFile(folder, file, expected)
  const encoded = encodedFile(folder, file)
  const [br, gzip] = isCompressible(file)
    ? await Promise.all([
        readEncoded(`${encoded}.br`, brotliDecompress, expected.sha256),
        readEncoded(`${encoded}.gz`, gunzip, expected.sha256),
      ])
    : []
  return makeRepresentation({
    type: contentTypeOf(file),
    etag: entityTagOf(expected),
    cacheControl,
    headers: { ...fileHeaders(file, security), 'accept-ranges': 'bytes' },
    bodies: { identity, ...(br && { br }), ...(gzip && { gzip }) },
  })
}

export function fileHeaders(file: string, security: Headers): Headers {
  return { ...security, 'content-security-policy': file.endsWith('.svg') ? SVG_POLICY : INERT_POLICY }
}

export function entityTagOf({ sha256: digest }: ServedFile['expected']): string {
  return digest.slice(0, 32)
}

/** A compressed copy counts only when it unpacks to the very content that was published. */
async function readEncoded(
  file: string,
  unpack: (content: Buffer) => Promise<Buffer>,
  digest: string,
): Promise<Buffer | undefined> {
  try {
    const content = await readFile(file)
    return sha256(await unpack(content)) === digest ? content : undefined
  } catch {
    return undefined
  }
}
