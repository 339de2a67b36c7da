import type { FastifyInstance } from 'fastify'
import type { Locate } from './locate'
import { MAX_REPORT_BYTES, type PageReport, parseReport } from './report'

/** A broken release makes every browser report the same; the first ones say enough in the log. All are counted. */
const MAX_PER_MINUTE = 60

export type BeaconOptions = {
  /** Called with each report, with the address it came from; gives it back with the releases its places lie in. */
  receive: (report: PageReport, ip: string) => Promise<PageReport>
  /** Where in the sources a place on a stack is. */
  locate: Locate
}

/** Takes in what pages report of failures (R11) and vitals; a failure is always a warning in the log. */
export async function beacon(app: FastifyInstance, { receive, locate }: BeaconOptions): Promise<void> {
  let reported = 0
  let minute = 0
  app.removeAllContentTypeParsers()
  // `navigator.sendBeacon` sends a string as text/plain.
  for (const type of ['application/json', 'text/plain']) {
    app.addContentTypeParser(type, { parseAs: 'string', bodyLimit: MAX_REPORT_BYTES }, (_request, body, done) => {
      done(null, parseReport(String(body)))
    })
  }
  app.post<{ Body: PageReport | undefined }>('/beacon', async ({ body, ip, log }, reply) => {
    const report = body && (await receive(body, ip))
    if (report && report.kind !== 'vitals') {
      const now = Math.floor(Date.now() / 60_000)
      reported = now === minute ? reported + 1 : 1
      minute = now
      const { vitals: _, stack, ...said } = report
      if (reported > MAX_PER_MINUTE) return reply.status(204).send()
      log.warn({ report: { ...said, stack: await Promise.all(stack.map(locate)) } }, 'reported by a browser')
    }
    return reply.status(204).send()
  })
}
