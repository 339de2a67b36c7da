import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { EVENTS_PATH, PAGE_SCRIPT_PATH } from '@platform/compose/headers/reload-script'
import type { FastifyInstance } from 'fastify'
import type { LiveSite } from '../live/live-site'

/** Calls back with each message of the program that builds; what it says is for the pages alone. */
export type FollowBuilds = (listener: (message: unknown) => void) => void

/**
 * Development only: tells open pages when another composition has become live, and what does not compile.
 * @returns what ends these answers, which otherwise never end
 */
export function registerDevelopment(
  app: FastifyInstance,
  site: LiveSite,
  followBuilds: FollowBuilds = () => {},
): () => void {
  const streams = new Set<NodeJS.WritableStream>()
  let problems = eventOf('problems', [])
  followBuilds((message) => {
    problems = eventOf('problems', problemsIn(message))
    for (const stream of streams) stream.write(problems)
  })
  app.get(EVENTS_PATH, (request, reply) => {
    reply.hijack()
    const stream = reply.raw
    stream.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    stream.write(`retry: 1000\n\n${problems}`)
    const stop = site.onChange(({ composition }) => stream.write(eventOf('composition', composition.number)))
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
  return () => {
    for (const stream of streams) stream.end()
  }
}

function eventOf(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

function problemsIn(message: unknown): unknown[] {
  const { problems } = Object(message)
  return Array.isArray(problems) ? problems : []
}
