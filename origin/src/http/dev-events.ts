import type { FastifyInstance } from 'fastify'
import { RELOAD_EVENTS_PATH } from '../composition/reload-script'
import type { LiveSite } from './live-site'

/**
 * Development only: tells open pages when another composition has become live.
 * @returns what ends these answers, which otherwise never end.
 */
export function registerDevEvents(app: FastifyInstance, site: LiveSite): () => void {
  const streams = new Set<NodeJS.WritableStream>()
  app.get(RELOAD_EVENTS_PATH, (request, reply) => {
    reply.hijack()
    const stream = reply.raw
    stream.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    stream.write('retry: 1000\n\n')
    const stop = site.onChange(({ composition }) => stream.write(`event: composition\ndata: ${composition.number}\n\n`))
    streams.add(stream)
    request.raw.on('close', () => {
      stop()
      streams.delete(stream)
    })
  })
  return () => {
    for (const stream of streams) stream.end()
  }
}
