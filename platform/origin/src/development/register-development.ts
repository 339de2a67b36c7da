import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { EVENTS_PATH, PAGE_SCRIPT_PATH } from '@platform/compose/headers/reload-script'
import type { FastifyInstance } from 'fastify'
import { contentTypeOf } from '../http/content-type'
import type { LiveSite } from '../live/live-site'
import { collectBuilds } from './builds'

export type FollowBuilds = (listener: (message: unknown) => void) => void

/**
 * Gives open pages what has changed in them, and tells them what is live and what is wrong.
 * @returns what ends these answers, which otherwise never end
 */
export const developmentRoutes =
  (followBuilds: FollowBuilds = () => {}) =>
  (app: FastifyInstance, site: LiveSite): (() => void) => {
    const streams = new Set<NodeJS.WritableStream>()
    const builds = collectBuilds()
    followBuilds((message) => {
      const events = eventsOf(builds.take(message))
      for (const stream of streams) stream.write(events)
    })
    app.get(EVENTS_PATH, (request, reply) => {
      reply.hijack()
      const stream = reply.raw
      stream.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      stream.write(`retry: 1000\n\n${eventsOf(builds.greeting())}`)
      const stop = site.onChange(({ composition }) => {
        stream.write(eventsOf({ composition: builds.liveBuilds(composition.releases) }))
      })
      streams.add(stream)
      request.raw.on('close', () => {
        stop()
        streams.delete(stream)
      })
    })
    app.get(PAGE_SCRIPT_PATH, async (_request, reply) => {
      const script = await readFile(path.join(__dirname, 'development/page.js'))
      return reply.type('text/javascript; charset=utf-8').send(script)
    })
    app.get('/assets/:package/:file', (request, reply) => {
      const text = builds.file(request.url)
      if (text === undefined) return reply.callNotFound()
      return reply.type(contentTypeOf(request.url)).send(text)
    })
    return () => {
      for (const stream of streams) stream.end()
    }
  }

function eventsOf(events: Record<string, unknown>): string {
  return Object.entries(events)
    .map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
    .join('')
}
