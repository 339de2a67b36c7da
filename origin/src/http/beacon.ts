import type { FastifyInstance } from 'fastify'

const MAX_BYTES = 2048
const MAX_LENGTH = 300
/** A broken release makes every browser report the same; the first ones say enough. */
const MAX_PER_MINUTE = 60

/** Takes in what browsers report about parts of the site that did not load (R11); always a warning in the log. */
export async function beacon(app: FastifyInstance): Promise<void> {
  let reported = 0
  let minute = 0
  app.removeAllContentTypeParsers()
  // `navigator.sendBeacon` sends a string as text/plain.
  for (const type of ['application/json', 'text/plain']) {
    app.addContentTypeParser(type, { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, body, done) => {
      done(null, parseReport(String(body)))
    })
  }
  app.post('/beacon', (request, reply) => {
    const now = Math.floor(Date.now() / 60_000)
    reported = now === minute ? reported + 1 : 1
    minute = now
    if (reported <= MAX_PER_MINUTE) request.log.warn({ report: request.body }, 'reported by a browser')
    return reply.status(204).send()
  })
}

function parseReport(body: string): Record<string, string> {
  const report = parseJson(body)
  if (typeof report !== 'object' || report === null) return { message: clean(body) }
  const fields = Object.entries(report).filter(([name]) => ['name', 'message', 'url'].includes(name))
  return Object.fromEntries(fields.map(([name, value]) => [name, clean(asText(value))]))
}

/** Not `String()`: it calls what the sender named `toString`. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One short line, whatever was sent. */
function clean(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, MAX_LENGTH)
}
