import { isCompressible } from '@platform/base/durable/compress'
import { type Headers, INERT_POLICY } from '@platform/compose/headers/security-headers'
import { readReleaseFile } from '@platform/release/manifest/release-file'
import { readEncodedFile } from '@platform/release/verify/encode-files'
import type { FastifyBaseLogger } from 'fastify'
import { contentTypeOf } from '../http/content-type'
import { makeRepresentation, type Representation } from '../http/representation'
import type { ServedFile } from '../live/index-files'

/** An SVG may be opened by itself: it keeps its own styles and can do nothing. */
type Released = Pick<ServedFile, 'folder' | 'file' | 'expected'>

const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'"

/**
 * Passes over a damaged compressed copy.
 * @throws Refusal when the file is no longer what was published
 */
export async function loadFile(
  { folder, file, expected, cacheControl, bodies }: ServedFile,
  security: Headers,
  log: FastifyBaseLogger,
): Promise<Representation> {
  return makeRepresentation({
    type: contentTypeOf(file),
    etag: entityTagOf(expected),
    cacheControl,
    headers: { ...fileHeaders(file, security), 'accept-ranges': 'bytes' },
    bodies: bodies ?? (await readReleased({ folder, file, expected }, log)),
  })
}

async function readReleased({ folder, file, expected }: Released, log: FastifyBaseLogger) {
  const identity = await readReleaseFile(folder, file, expected)
  if (!isCompressible(file)) return { identity }
  const encoded = await readEncodedFile(folder, file, expected.sha256).catch((error: unknown) => {
    log.error({ err: error }, 'a compressed copy is damaged; the file is sent as it is')
  })
  return { identity, ...encoded }
}

export function fileHeaders(file: string, security: Headers): Headers {
  return { ...security, 'content-security-policy': file.endsWith('.svg') ? SVG_POLICY : INERT_POLICY }
}

export function entityTagOf({ sha256: digest }: ServedFile['expected']): string {
  return digest.slice(0, 32)
}
