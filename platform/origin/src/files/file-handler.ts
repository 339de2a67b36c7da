import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { isCompressible } from '@platform/base/durable/compress'
import { hasErrorCode } from '@platform/base/errors/refusal'
import { fileHeaders } from '@platform/compose/answers/site-answers'
import type { Headers } from '@platform/compose/headers/security-headers'
import { readReleaseFile } from '@platform/release/manifest/release-file'
import { readEncodedFile } from '@platform/release/verify/encode-files'
import type { FastifyBaseLogger } from 'fastify'
import { notAllowed, notFound, type SendPlain } from '../http/plain-reply'
import {
  type Body,
  makeRepresentation,
  type Representation,
  sendPart,
  sendRepresentation,
} from '../http/representation'
import type { ServedFile } from '../live/index-files'

export type FileHandler = ReturnType<typeof createFileHandler>
type Files = ReadonlyMap<string, ServedFile>

export type FileVariants = {
  headersOf: (served: ServedFile) => Readonly<Record<string, string>>
  find: (served: ServedFile, whole: Representation, request: IncomingMessage) => Representation | undefined
  close: () => Promise<void>
}

const CANNOT_BE_SERVED = 'a released file cannot be served'

export function createFileHandler(
  security: Headers,
  sendPlain: SendPlain,
  log: FastifyBaseLogger,
  variants?: FileVariants,
) {
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
      const representation = await load(served)
      if (sendPart(representation, request, response)) return
      const variant = variants?.find(served, representation, request)
      sendRepresentation(variant ?? representation, request, response)
    } catch (error) {
      log.error({ err: error, url: request.url }, CANNOT_BE_SERVED)
      if (response.headersSent) response.destroy()
      else sendPlain(notFound, request, response)
    }
  }

  return {
    serve(files: Files, request: IncomingMessage, response: ServerResponse): boolean {
      const served = files.get((request.url ?? '').split('?', 1)[0] ?? '')
      if (!served) return false
      if (request.method === 'GET' || request.method === 'HEAD') void send(served, request, response)
      else sendPlain(notAllowed, request, response)
      return true
    },
    forget(files: Files): void {
      const named = new Set([...files.values()].map(({ key }) => key))
      for (const key of loaded.keys()) if (!named.has(key)) loaded.delete(key)
    },
  }
}

/** Larger public files, such as films, are streamed. */
const MAX_IN_MEMORY = 1_000_000

async function loadFile(served: ServedFile, security: Headers, log: FastifyBaseLogger): Promise<Representation> {
  const { file, expected, cacheControl } = served
  const isStreamed = expected.bytes > MAX_IN_MEMORY && file.startsWith('public/')
  return makeRepresentation({
    etag: expected.sha256.slice(0, 32),
    headers: {
      ...fileHeaders(file, expected.sha256, security),
      ...(cacheControl && { 'cache-control': cacheControl }),
    },
    bodies: served.bodies ?? (isStreamed ? { identity: streamed(served, log) } : await readReleased(served, log)),
  })
}

async function readReleased({ folder, file, expected }: ServedFile, log: FastifyBaseLogger) {
  const identity = await readReleaseFile(folder, file, expected)
  if (!isCompressible(file)) return { identity }
  const encoded = await readEncodedFile(folder, file, expected.sha256).catch((error: unknown) => {
    log.error({ err: error }, 'a compressed copy is damaged; the file is sent as it is')
  })
  return { identity, ...encoded }
}

function streamed({ folder, file, expected }: ServedFile, log: FastifyBaseLogger): Body {
  return {
    length: expected.bytes,
    open: (start, end) =>
      createReadStream(path.join(folder, file), { start, end }).on('error', (error) => {
        // A player that seeks closes the connection.
        if (!hasErrorCode(error, 'ERR_STREAM_PREMATURE_CLOSE')) log.error({ err: error }, CANNOT_BE_SERVED)
      }),
  }
}
