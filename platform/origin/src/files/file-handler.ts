import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Headers } from '@platform/compose/headers/security-headers'
import type { FastifyBaseLogger } from 'fastify'
import { notAllowed, notFound, type SendPlain } from '../http/plain-reply'
import { type Representation, sendPart, sendRepresentation } from '../http/representation'
import type { ServedFile } from '../live/index-files'
import { loadFile } from './load-file'
import { isStreamed, streamFile } from './stream-file'

export type FileHandler = {
  /** Answers when the address is a file of the index; `false` leaves the request to others. */
  serve: (files: ReadonlyMap<string, ServedFile>, request: IncomingMessage, response: ServerResponse) => boolean
  forget: (files: ReadonlyMap<string, ServedFile>) => void
}

/** Other forms of files than the release has, for browsers that say what they have. */
export type FileVariants = {
  headersOf: (served: ServedFile) => Readonly<Record<string, string>>
  /** What takes the place of the file for this request, if there is anything. */
  find: (served: ServedFile, whole: Representation, request: IncomingMessage) => Representation | undefined
  close: () => Promise<void>
}

/** Files are checked and taken into memory when they are first asked for; large ones are streamed. */
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
