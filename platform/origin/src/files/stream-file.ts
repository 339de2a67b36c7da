import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { hasErrorCode } from '@platform/base/errors/refusal'
import type { Headers } from '@platform/compose/headers/security-headers'
import { wantedRange } from '../http/byte-range'
import { contentTypeOf } from '../http/content-type'
import { matchesEntityTag } from '../http/entity-tag'
import type { ServedFile } from '../live/index-files'
import { entityTagOf, fileHeaders } from './load-file'

/** Larger files, in practice films, are sent from the disk, and in parts when a player asks for parts. */
const MAX_IN_MEMORY = 1_000_000

export function isStreamed({ file, expected }: ServedFile): boolean {
  return expected.bytes > MAX_IN_MEMORY && file.startsWith('public/')
}

export async function streamFile(
  { folder, file, expected, cacheControl }: ServedFile,
  request: IncomingMessage,
  response: ServerResponse,
  security: Headers,
): Promise<void> {
  const etag = `"${entityTagOf(expected)}"`
  const headers = { ...fileHeaders(file, security), etag, 'cache-control': cacheControl, 'accept-ranges': 'bytes' }
  if (matchesEntityTag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end()
    return
  }
  const range = wantedRange(request, etag, expected.bytes)
  if (range === 'unsatisfiable') {
    response.writeHead(416, { ...headers, 'content-range': `bytes */${expected.bytes}` }).end()
    return
  }
  const { start, end } = range ?? { start: 0, end: expected.bytes - 1 }
  response.writeHead(range ? 206 : 200, {
    ...headers,
    'content-type': contentTypeOf(file),
    'content-length': end - start + 1,
    ...(range && { 'content-range': `bytes ${start}-${end}/${expected.bytes}` }),
  })
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  await pipeline(createReadStream(path.join(folder, file), { start, end }), response).catch((error) => {
    // A player that jumps ahead closes the connection; nothing is wrong then.
    if (!hasErrorCode(error, 'ERR_STREAM_PREMATURE_CLOSE')) throw error
  })
}
