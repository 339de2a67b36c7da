import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Headers } from '@platform/compose/headers/security-headers'
import type { FastifyBaseLogger } from 'fastify'
import { notAllowed, notFound, type SendPlain } from '../http/plain-reply'
import { type FindDelta, type Representation, sendPart, sendRepresentation } from '../http/representation'
import type { ServedFile } from '../live/index-files'
import { loadFile } from './load-file'
import { isStreamed, streamFile } from './stream-file'

export type FileHandler = {
  /** Answers when the address is a file of the index; `false` leaves the request to others. */
  serve: (files: ReadonlyMap<string, ServedFile>, request: IncomingMessage, response: ServerResponse) => boolean
  /** Lets go of what the new index no longer names. */
  forget: (files: ReadonlyMap<string, ServedFile>) => void
}

/** Files are checked and taken into memory when they are first asked for; large ones are streamed. */
export function createFileHandler(
  security: Headers,
  sendPlain: SendPlain,
  log: FastifyBaseLogger,
  findDelta: FindDelta = () => undefined,
): FileHandler {
  const loaded = new Map<string, Promise<Representation>>()

  function load(served: ServedFile): Promise<Representation> {
    const known = loaded.get(served.key)
    if (known) return known
    const loading = loadFile(served, security, log)
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
        const available = request.headers['available-dictionary']
        const delta = available === undefined ? undefined : findDelta(served.expected.sha256, available)
        sendRepresentation(representation, request, response, delta)
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
