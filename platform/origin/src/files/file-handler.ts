import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isCompressible } from '@platform/base/durable/compress'
import { hasErrorCode } from '@platform/base/errors/refusal'
import { type Headers, INERT_POLICY } from '@platform/compose/headers/security-headers'
import { readReleaseFile } from '@platform/release/manifest/release-file'
import { readEncodedFile } from '@platform/release/verify/encode-files'
import type { FastifyBaseLogger } from 'fastify'
import { contentTypeOf } from '../http/content-type'
import { notAllowed, notFound, type SendPlain } from '../http/plain-reply'
import { makeRepresentation, type Representation, sendPart, sendRepresentation } from '../http/representation'
import { matchesEntityTag, wantedRange } from '../http/request-headers'
import type { ServedFile } from '../live/index-files'

export type FileHandler = {
  serve: (files: ReadonlyMap<string, ServedFile>, request: IncomingMessage, response: ServerResponse) => boolean
  forget: (files: ReadonlyMap<string, ServedFile>) => void
}

export type FileVariants = {
  headersOf: (served: ServedFile) => Readonly<Record<string, string>>
  find: (served: ServedFile, whole: Representation, request: IncomingMessage) => Representation | undefined
  close: () => Promise<void>
}

export function createFileHandler(
  security: Headers,
  sendPlain: SendPlain,
  log: FastifyBaseLogger,
  variants?: FileVariants,
): FileHandler {
  const loaded = new Map<string, Promise<Representation>>()

  function load(served: ServedFile): Promise<Representation> {
    const known = loaded.get(served.key)
    if (known) return known
    const loading = loadFile(served, { ...security, ...variants?.headersOf(served) }, log)
    loaded.set(served.key, loading)
    loading.catch(() => loaded.delete(served.key))
    return loading
  }

  async function send(served: ServedFile, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (isStreamed(served)) await streamFile(served, request, response, security)
      else {
        const representation = await load(served)
        if (sendPart(representation, request, response)) return
        const variant = variants?.find(served, representation, request)
        sendRepresentation(variant ?? representation, request, response)
      }
    } catch (error) {
      log.error({ err: error, url: request.url }, 'a released file cannot be served')
      if (response.headersSent) response.destroy()
      else sendPlain(notFound, request, response)
    }
  }

  return {
    serve(files, request, response) {
      const served = files.get(pathOf(request.url ?? ''))
      if (!served) return false
      if (request.method === 'GET' || request.method === 'HEAD') void send(served, request, response)
      else sendPlain(notAllowed, request, response)
      return true
    },
    forget(files) {
      const named = new Set([...files.values()].map(({ key }) => key))
      for (const key of loaded.keys()) if (!named.has(key)) loaded.delete(key)
    },
  }
}

function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}

/** An SVG opened by itself keeps its styles but runs no script. */
type Released = Pick<ServedFile, 'folder' | 'file' | 'expected'>

const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'"

/** Skips a damaged compressed copy. */
async function loadFile(
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

function fileHeaders(file: string, security: Headers): Headers {
  return { ...security, 'content-security-policy': file.endsWith('.svg') ? SVG_POLICY : INERT_POLICY }
}

function entityTagOf({ sha256: digest }: ServedFile['expected']): string {
  return digest.slice(0, 32)
}

/** Larger files, such as films, are streamed, in parts on demand. */
const MAX_IN_MEMORY = 1_000_000

function isStreamed({ file, expected }: ServedFile): boolean {
  return expected.bytes > MAX_IN_MEMORY && file.startsWith('public/')
}

async function streamFile(
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
    // A player that seeks closes the connection.
    if (!hasErrorCode(error, 'ERR_STREAM_PREMATURE_CLOSE')) throw error
  })
}
