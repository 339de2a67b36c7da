import type { FastifyInstance } from 'fastify'
import type { Locate } from './locate'
import { isFailure, isPoor, MAX_REPORT_BYTES, type PageReport, parseReport } from './report'
import { isFromOwnPage } from './same-site'

/** A broken release makes every browser report the same; the first ones say enough in the log. */
const MAX_LOGGED_PER_MINUTE = 60
/** More than the visitors of one origin have to say; what comes beyond is not even read. */
const MAX_PER_SECOND = 500
/** Of addresses that were sent no document lately, for the log alone: they must not keep out those that were. */
const MAX_STRANGERS_PER_SECOND = 100

export type BeaconOptions = {
  /** Called with each report, with the address it came from; gives it back with the releases its places lie in. */
  receive: (report: PageReport, ip: string) => Promise<PageReport>
  /** Whether an address was sent pages, and has not said more than they have to say. */
  mayReport: (ip: string) => boolean
  /** Where in the sources a place on a stack is. */
  locate: Locate
}

/** Takes in what pages report of failures (R11) and vitals; a failure, or a poor vital, is a warning in the log. */
export async function beacon(app: FastifyInstance, { receive, mayReport, locate }: BeaconOptions): Promise<void> {
  const isLogged = atMost(MAX_LOGGED_PER_MINUTE, 60_000)
  const isRead = atMost(MAX_PER_SECOND, 1_000)
  const isStrangerRead = atMost(MAX_STRANGERS_PER_SECOND, 1_000)
  app.removeAllContentTypeParsers()
  // `navigator.sendBeacon` sends a string as text/plain.
  for (const type of ['application/json', 'text/plain']) {
    app.addContentTypeParser(type, { parseAs: 'string', bodyLimit: MAX_REPORT_BYTES }, (_request, body, done) => {
      done(null, parseReport(String(body)))
    })
  }
  app.addHook('onRequest', async (request, reply) => {
    if (!isFromOwnPage(request)) return reply.status(403).send()
    if (!(mayReport(request.ip) ? isRead() : isStrangerRead())) return reply.status(429).send()
  })
  app.post<{ Body: PageReport | undefined }>('/beacon', async ({ body, ip, log }, reply) => {
    const report = body && (await receive(body, ip))
    if (report && (isFailure(report) || isPoor(report)) && isLogged()) {
      const { stack, ...said } = report
      log.warn({ report: { ...said, stack: await Promise.all(stack.map(locate)) } }, 'reported by a browser')
    }
    return reply.status(204).send()
  })
}

/** True for so many calls in each period. */
function atMost(limit: number, periodMs: number): () => boolean {
  let period = 0
  let count = 0
  return () => {
    const now = Math.floor(Date.now() / periodMs)
    count = now === period ? count + 1 : 1
    period = now
    return count <= limit
  }
}
