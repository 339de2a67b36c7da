import type { FastifyInstance } from 'fastify'
import { MAX_REPORT_BYTES, type PageReport, parseReport } from '../health/report'

/** A broken release makes every browser report the same; the first ones say enough in the log. All are counted. */
const MAX_PER_MINUTE = 60

export type Hearing = {
  /** Told of each report, with the address it came from. */
  hear: (report: PageReport, ip: string) => void
  /** What the log says of a failure beyond the report: where in the sources it was, for example. */
  explain: (report: PageReport) => Promise<Record<string, unknown>>
}

/** Takes in what pages report of failures (R11) and vitals; a failure is always a warning in the log. */
export async function beacon(app: FastifyInstance, { hear, explain }: Hearing): Promise<void> {
  let reported = 0
  let minute = 0
  app.removeAllContentTypeParsers()
  // `navigator.sendBeacon` sends a string as text/plain.
  for (const type of ['application/json', 'text/plain']) {
    app.addContentTypeParser(type, { parseAs: 'string', bodyLimit: MAX_REPORT_BYTES }, (_request, body, done) => {
      done(null, parseReport(String(body)))
    })
  }
  app.post<{ Body: PageReport | undefined }>('/beacon', async ({ body: report, ip, log }, reply) => {
    if (report) hear(report, ip)
    if (report && report.kind !== 'vitals') {
      const now = Math.floor(Date.now() / 60_000)
      reported = now === minute ? reported + 1 : 1
      minute = now
      const { vitals: _, ...said } = report
      if (reported <= MAX_PER_MINUTE) log.warn({ report: said, ...(await explain(report)) }, 'reported by a browser')
    }
    return reply.status(204).send()
  })
}
