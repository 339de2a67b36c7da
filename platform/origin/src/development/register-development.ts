import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { contentTypeOf } from '@platform/compose/answers/content-type'
import { EVENTS_PATH, PAGE_SCRIPT_PATH } from '@platform/compose/headers/reload-script'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { LiveSite } from '../live/live-site'

type FollowBuilds = (listener: (message: unknown) => void) => void

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
      const stream = reply.raw.setTimeout(0)
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

const MOST_FILES = 500

function collectBuilds() {
  const files = new LRUCache<string, string>({ max: MOST_FILES })
  const built = new Map<string, unknown>()
  let problems: unknown[] = []
  let update: unknown

  return {
    take(message: unknown): Record<string, unknown> {
      const said = Object(message)
      if (Array.isArray(said.problems)) {
        problems = said.problems
        return { problems }
      }
      if (said.update) {
        const { files: added, ...rest } = Object(said.update)
        for (const [address, text] of Object.entries(Object(added))) files.set(address, String(text))
        update = rest
        return { update }
      }
      if (said.built) built.set(nameOf(said.built), said.built)
      return {}
    },
    greeting: () => ({ problems, ...(update !== undefined && { update }) }),
    file: (address: string) => files.get(address),
    liveBuilds: (releases: Readonly<Record<string, { version: string }>>): unknown[] =>
      Object.entries(releases).flatMap(([name, { version }]) => built.get(nameOf({ package: name, version })) ?? []),
  }
}

function nameOf(build: unknown): string {
  const { package: name, version } = Object(build)
  return `${name}@${version}`
}
